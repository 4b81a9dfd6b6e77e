// The server of Bun or Deno, bare or with the service's `fetch`. `web-server.mjs <port> <kind>`
import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { bodies, type } from './bodies.mjs'

const [port, kind] = process.argv.slice(2)

const kinds = {
  /** Looks up bodies in a Map, and sends the headers of the service. */
  bare() {
    const replies = new Map(
      Object.entries(bodies).map(([name, body]) => {
        const headers = {
          'content-type': type,
          'content-length': String(body.length),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        }
        return [`/endpoint/${name}`, { body, headers }]
      }),
    )
    return ({ url }) => {
      const reply = replies.get(url.slice(url.indexOf('/', 'http://'.length)))
      return reply
        ? new Response(reply.body, { headers: reply.headers })
        : new Response(null, { status: 404 })
    }
  },
  service: () => createApp({ store: createMemoryStore() }).fetch,
}

const options = { hostname: '127.0.0.1', port: Number(port) }
const fetch = kinds[kind]()
if ('Deno' in globalThis) Deno.serve(options, fetch)
else Bun.serve({ ...options, idleTimeout: 0, fetch })
