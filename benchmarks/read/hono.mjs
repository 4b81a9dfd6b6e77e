// Hono on its adapter for Node, with ready texts.
import { load } from '../peers/load.mjs'
import { bodies, listening, type } from './bodies.mjs'

const { Hono } = await load('hono')
const { serve } = await load('@hono/node-server')

const app = new Hono()
for (const [name, text] of Object.entries(bodies)) {
  app.get(`/${name}`, (c) => c.body(text, 200, { 'content-type': type }))
}
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => listening(port))
