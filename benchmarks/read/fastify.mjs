// Fastify with ready texts.
import { load } from '../peers/load.mjs'
import { bodies, listening, type } from './bodies.mjs'

const { default: fastify } = await load('fastify')

const app = fastify({ logger: false })
for (const [name, text] of Object.entries(bodies)) {
  app.get(`/${name}`, (_request, reply) => {
    reply.type(type).send(text)
  })
}
await app.listen({ port: 0, host: '127.0.0.1' })
listening(app.server.address().port)
