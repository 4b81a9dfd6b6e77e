// Bare node:http, about the minimum cost of each task in this runtime. `bare.mjs <port> <kind>`
import { createServer } from 'node:http'
import { bodies, delays, type } from './bodies.mjs'

const [port, kind] = process.argv.slice(2)
const replies = new Map(
  Object.entries(bodies).map(([name, text]) => {
    const body = Buffer.from(text)
    return [
      `/endpoint/${name}`,
      { body, headers: { 'content-type': type, 'content-length': body.length } },
    ]
  }),
)
const small = replies.get('/endpoint/small')

const kinds = {
  /** Looks up prepared bytes in a Map. */
  read({ url }, response) {
    const reply = replies.get(url)
    if (reply) response.writeHead(200, reply.headers).end(reply.body)
    else response.writeHead(404).end()
  },
  /** Reads the whole body. */
  webhook: (request, response) =>
    withBody(request, () => response.writeHead(200, small.headers).end(small.body)),
  /** Reads the body, parses it, and prints it as the daemon does. */
  add: (request, response) =>
    withBody(request, (body) => {
      const { name, data } = body.length > 0 ? JSON.parse(body.toString()) : { name: 'hello' }
      const record = { success: true, name, data, statusCode: 200, delay: 0 }
      const answer = JSON.stringify(record)
      response.writeHead(200, { 'content-type': type, 'content-length': answer.length }).end(answer)
    }),
  delay({ url }, response) {
    const answer = () => response.writeHead(200, small.headers).end(small.body)
    setTimeout(answer, delays[url.slice('/endpoint/'.length)] ?? 0)
  },
}

function withBody(request, use) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => use(Buffer.concat(chunks)))
}

const server = createServer(kinds[kind])
// Like our --behind-proxy. On a busy machine delayed connections are idle for longer than 5 s.
if (kind === 'delay') server.keepAliveTimeout = 75_000
server.listen(Number(port), '127.0.0.1')
