// Mock servers over HTTP/2: features beyond one response to one request.
import { once } from 'node:events'
import type { ClientHttp2Session } from 'node:http2'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
} from '../fixture/mock-server.ts'
import { connectHttp2, exchangeHttp2 } from './http2-exchange.ts'

interface Started {
  readonly mock: MockServer
  readonly session: ClientHttp2Session
}

async function start(options: MockServerOptions = {}): Promise<Started> {
  const endpoints = [{ name: 'orders', data: [1] }]
  const mock = await createMockServer({ https: true, endpoints, ...options })
  onTestFinished(mock.close)
  return { mock, session: await connectHttp2(mock.url()) }
}

const orders = { ':path': '/endpoint/orders' }

test.each([
  [['h2', 'http/1.1'], 'h2'],
  [['http/1.1', 'h2'], 'h2'],
  [['http/1.1'], 'http/1.1'],
  [undefined, false],
])('a client that offers the protocols %o gets %s', async (offered, expected) => {
  const { mock } = await start()
  const alpn = offered && { ALPNProtocols: offered }
  const socket = connect({ host: '127.0.0.1', port: mock.port, ca: mock.ca, ...alpn })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  expect(socket.alpnProtocol).toBe(expected)
})

test('an endpoint on its own port is served over HTTP/2', async () => {
  const { mock } = await start()
  const { origin } = await mock.serve('orders')
  const session = await connectHttp2(origin)
  expect(await exchangeHttp2(session, { ':path': '/' })).toMatchObject({ body: '[1]' })
})

test('links have the authority of the request', async () => {
  const { mock, session } = await start()
  await mock.endpoint('orders').rule({ response: { dynamic: true, body: '${/endpoint}' } })
  const asked = { ...orders, ':authority': 'api.example.com' }
  const { body } = await exchangeHttp2(session, asked)
  expect(body).toBe('https://api.example.com/endpoint/orders')
})

test('live events arrive over HTTP/2 as they happen', async () => {
  const { mock, session } = await start()
  const stream = session.request({ ':path': '/api/request', accept: 'text/event-stream' })
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [headers] = await once(stream, 'response')
  expect(headers).toMatchObject({ ':status': 200, 'content-type': 'text/event-stream' })
  await exchangeHttp2(session, orders)
  await expect.poll(() => text).toContain('/endpoint/orders')
  const ended = once(stream, 'close')
  await mock.close()
  await ended
})

test('a body in pieces arrives over HTTP/2 piece by piece', async () => {
  const { mock, session } = await start()
  const chunks = [{ body: 'one' }, { body: 'two', delay: 50 }]
  await mock.endpoint('orders').rule({ response: { chunks } })
  const stream = session.request(orders)
  const seen: string[] = []
  stream.setEncoding('utf8').on('data', (chunk: string) => seen.push(chunk))
  await once(stream, 'close')
  expect(seen).toEqual(['one', 'two'])
})

test('a request over HTTP/2 is held until it is released', async () => {
  const { mock, session } = await start()
  await mock.endpoint('orders').rule({ response: { hold: true } })
  const response = exchangeHttp2(session, orders)
  await mock.endpoint('orders').waitForRequest()
  await mock.endpoint('orders').release({ data: 'now' })
  expect(await response).toMatchObject({ status: 200, body: '"now"' })
})

test('an HTTP/2 client that disconnects is recorded as aborted', async () => {
  const { mock, session } = await start()
  await mock.endpoint('orders').rule({ response: { hold: true } })
  const stream = session.request(orders)
  await mock.endpoint('orders').waitForRequest()
  stream.close()
  await expect.poll(async () => (await mock.requests())[0]).toMatchObject({ outcome: 'aborted' })
})

test('a request over HTTP/2 is forwarded to a service of HTTP/1.1', async () => {
  const service = await createMockServer({
    endpoints: [{ name: 'orders', data: 'of the service' }],
  })
  onTestFinished(service.close)
  const { mock, session } = await start({ allowForward: ['127.0.0.1'] })
  const response = { forward: service.url('orders') }
  await mock.endpoint('orders').rule({ response })
  const headers = { ...orders, ':method': 'POST', te: 'trailers' }
  const answer = await exchangeHttp2(session, headers, 'a body')
  expect(answer).toMatchObject({ status: 200, body: '"of the service"' })
  expect((await service.requests())[0]).toMatchObject({ bodyBytes: 6 })
})
