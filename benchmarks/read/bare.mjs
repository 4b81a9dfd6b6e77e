// Bare node:http with a Map and ready bytes: about the least that can be done in this runtime.
import { createServer } from 'node:http'
import { bodies, listening, type } from './bodies.mjs'

const replies = new Map()
for (const [name, text] of Object.entries(bodies)) {
  const body = Buffer.from(text)
  const headers = { 'content-type': type, 'content-length': body.length }
  replies.set(`/${name}`, { headers, body })
}

const server = createServer(({ url }, response) => {
  const reply = replies.get(url)
  if (reply) response.writeHead(200, reply.headers).end(reply.body)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => listening(server.address().port))
