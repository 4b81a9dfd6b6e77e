// Another service whose bytes a test sets, and a mock that forwards to it.
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
} from '../fixture/mock-server.ts'

export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

export interface Upstream {
  readonly port: number
  /** The text received on each connection so far. */
  readonly received: readonly string[]
  /** The number of open connections. */
  readonly open: () => number
}

/** A service that sends `respond` for each chunk it receives, or calls it with the connection. */
export async function upstream(
  respond: string | Buffer | ((socket: Socket) => void),
): Promise<Upstream> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const at = received.push('') - 1
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received[at] += data.toString('latin1')
      if (typeof respond === 'function') respond(socket)
      else socket.write(respond)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received, open: () => sockets.size }
}

/** A mock whose endpoint `api` forwards to a port, or to a URL. */
export async function forwardTo(
  to: number | string,
  options: MockServerOptions = {},
): Promise<MockServer> {
  const allowForward = ['127.0.0.1', 'no.invalid']
  const mock = await createMockServer({ allowForward, ...options })
  onTestFinished(mock.close)
  const forward = typeof to === 'string' ? to : `http://127.0.0.1:${to}`
  await mock.endpoint('api').when('/*', { forward })
  return mock
}

export interface Received {
  readonly status: number | undefined
  readonly raw: readonly string[]
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export function ask(mock: MockServer, method = 'GET', body = '', headers = {}): Promise<Received> {
  return askFor(`${mock.url('api')}/v1?a=%41`, method, body, headers)
}

/** Sends a request over its own connection, and decodes nothing of the response. */
export async function askFor(
  url: string,
  method: string,
  body: string,
  headers = {},
): Promise<Received> {
  const sent = request(url, { agent: false, method, headers })
  sent.end(Buffer.from(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  const { statusCode: status, rawHeaders: raw, headers: all } = response
  return { status, raw, headers: all, body: Buffer.concat(pieces) }
}

export async function problemOf(
  mock: MockServer,
  method = 'GET',
): Promise<Record<string, unknown>> {
  const { body, headers } = await ask(mock, method)
  const problem = JSON.parse(body.toString()) as Record<string, unknown>
  expect(headers['proxy-status']).toBe(`mock-endpoint; error=${problem['error']}`)
  return problem
}
