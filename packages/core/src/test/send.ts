// One way to ask, whatever answers: a fetch function in this process, or a server on a socket.
import { request as httpRequest } from 'node:http'

/** Sends a request and resolves to the whole answer. */
export type Send = (request: Request) => Promise<Response>

/** Headers that belong to the connection, or to the moment: an app in process has none of them. */
const ofTheConnection = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** Sends to a server, byte for byte what the request says: its Host header too, if it has one. */
export function overSocket(baseUrl: string): Send {
  const { hostname, port } = new URL(baseUrl)
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const headers = Object.fromEntries(request.headers)
    if (request.body !== null) headers['content-length'] ??= String(body.byteLength)
    return new Promise((resolve, reject) => {
      const options = { method: request.method, path: pathname + search, headers, agent: false }
      const outgoing = httpRequest({ hostname, port, ...options }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const received = Buffer.concat(chunks)
          const status = incoming.statusCode ?? 0
          const kept = new Headers()
          for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
            const name = incoming.rawHeaders[i] ?? ''
            if (ofTheConnection.has(name.toLowerCase())) continue
            kept.append(name, incoming.rawHeaders[i + 1] ?? '')
          }
          // A Response refuses a body with 204, 205 and 304: an empty one is none.
          resolve(
            new Response(received.byteLength > 0 ? received : null, { status, headers: kept }),
          )
        })
      })
      outgoing.on('error', reject)
      request.signal.addEventListener('abort', () => outgoing.destroy(request.signal.reason))
      outgoing.end(body)
    })
  }
}
