// One way to send requests, to a fetch function in process or to a server on a socket.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** Sends a request and resolves to the whole response, or to an event stream as it comes. */
export type Send = (request: Request) => Promise<Response>

/** Headers of the connection and of the time, which an app in process does not send. */
const ofTheConnection = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** Sends requests to a server byte for byte, including the Host header if there is one. */
export function overSocket(url: string): Send {
  const { hostname, port } = new URL(url)
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const headers = Object.fromEntries(request.headers)
    if (request.body !== null) headers['content-length'] ??= String(body.byteLength)
    return new Promise((resolve, reject) => {
      const options = { method: request.method, path: pathname + search, headers, agent: false }
      const outgoing = httpRequest({ hostname, port, ...options }, (incoming) => {
        const answerWith = (body: BodyInit | null): void =>
          resolve(
            new Response(body, { status: incoming.statusCode ?? 0, headers: headersOf(incoming) }),
          )
        const isStream = incoming.headers['content-type'] === 'text/event-stream'
        if (isStream && request.method !== 'HEAD') {
          answerWith(Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
          return
        }
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const received = Buffer.concat(chunks)
          // A `Response` with 204, 205 or 304 refuses a body, even an empty one.
          answerWith(received.byteLength > 0 ? received : null)
        })
      })
      outgoing.on('error', reject)
      request.signal.addEventListener('abort', () => outgoing.destroy(request.signal.reason))
      outgoing.end(body)
    })
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (!ofTheConnection.has(name.toLowerCase())) headers.append(name, rawHeaders[i + 1] ?? '')
  }
  return headers
}
