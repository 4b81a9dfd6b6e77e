// Bare node:http with setTimeout: what a delay costs in this runtime, and how late it is.
import { createServer } from 'node:http'
import { delays, text } from './answer.mjs'

const body = Buffer.from(text)
const headers = { 'content-type': 'application/json', 'content-length': body.length }
const server = createServer(({ url }, response) => {
  setTimeout(() => response.writeHead(200, headers).end(body), delays[url])
})
// As ours with --behind-proxy: on a busy machine they are idle for longer than 5 s.
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Address http://127.0.0.1:${server.address().port}\n`)
})
