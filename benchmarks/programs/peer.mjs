// Peers that need a few lines of code to be a server: `peer.mjs <port> <name> [<folder>]`.
import { join } from 'node:path'
import { load } from '../peers/load.mjs'
import { bodies, type } from './bodies.mjs'

const [port, name, folder] = process.argv.slice(2)
const all = Object.entries(bodies).map(([path, text]) => ({ path: `/endpoint/${path}`, text }))
const headers = { 'content-type': type }
const at = [Number(port), '127.0.0.1']

const peers = {
  async Fastify() {
    const { default: fastify } = await load('fastify')
    const app = fastify({ logger: false })
    for (const { path, text } of all) {
      app.get(path, (_request, reply) => void reply.type(type).send(text))
    }
    await app.listen({ port: at[0], host: at[1] })
  },
  async Hono() {
    const { Hono } = await load('hono')
    const { serve } = await load('@hono/node-server')
    const app = new Hono()
    for (const { path, text } of all) app.get(path, (c) => c.body(text, 200, headers))
    serve({ fetch: app.fetch, port: at[0], hostname: at[1] })
  },
  /** Serves the bodies, or with a folder the adds in its file. It indents its responses. */
  async 'json-server'() {
    const { createApp } = await load('json-server/lib/app.js')
    const { Low, Memory } = await load('lowdb')
    const { JSONFile } = await load('lowdb/node')
    const data = Object.entries(bodies).map(([key, text]) => [key, JSON.parse(text)])
    const db = folder
      ? new Low(new JSONFile(join(folder, 'db.json')), { adds: [] })
      : new Low(new Memory(), Object.fromEntries(data))
    createApp(db).listen(at[0], undefined, at[1])
  },
  /** Without the record of its traffic, which it keeps for assertions. */
  async mockttp() {
    const { getLocal } = await load('mockttp')
    const server = getLocal({ recordTraffic: false, suggestChanges: false })
    await server.start(at[0])
    for (const { path, text } of all) {
      // Given headers, mockttp adds none. Without a length it would close each connection.
      const own = { ...headers, 'content-length': String(text.length) }
      await server.forGet(path).thenReply(200, text, own)
    }
  },
  /** On Express, by @mswjs/http-middleware. */
  async msw() {
    const { default: express } = await load('express')
    const { createMiddleware } = await load('@mswjs/http-middleware')
    const { http, HttpResponse } = await load('msw')
    const handlers = all.map(({ path, text }) =>
      http.get(path, () => new HttpResponse(text, { headers })),
    )
    express()
      .use(createMiddleware(...handlers))
      .listen(...at)
  },
}

await peers[name]()
