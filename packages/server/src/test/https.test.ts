// HTTPS beside HTTP, on the ports of a mock server.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
} from '../fixture/mock-server.ts'
import { certify, createAuthority } from '../tls/certificate.ts'
import { connectTo, textOf } from './raw-exchange.ts'

async function start(options: MockServerOptions = {}): Promise<MockServer> {
  const endpoints = [{ name: 'orders', data: [1] }]
  const mock = await createMockServer({ https: true, endpoints, ...options })
  onTestFinished(mock.close)
  return mock
}

interface Answer {
  readonly status: number | undefined
  readonly text: string
}

async function ask(url: string, options: RequestOptions = {}, body?: Uint8Array): Promise<Answer> {
  const outgoing = request(url, options).end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of incoming.setEncoding('latin1')) text += chunk
  return { status: incoming.statusCode, text }
}

test('a client that trusts the authority gets a response; another refuses the certificate', async () => {
  const mock = await start()
  const url = mock.url('orders')
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\//)
  expect(await ask(url, { agent: mock.agent })).toEqual({ status: 200, text: '[1]' })
  expect(await ask(url, { ca: mock.ca })).toMatchObject({ status: 200 })
  await expect(ask(url)).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
  expect(await mock.requests()).toHaveLength(2)
})

test('HTTP is answered on the same port', async () => {
  const mock = await start()
  const response = await fetch(mock.url('orders').replace('https', 'http'))
  expect(await response.json()).toEqual([1])
})

test('an endpoint of its own port, and any name that leads there', async () => {
  const mock = await start()
  const { origin, protocol, port, host } = await mock.serve('orders')
  expect({ origin, protocol }).toEqual({ origin: `https://${host}:${port}`, protocol: 'https' })
  for (const name of ['api.Stripe.com', 'localhost', 'a_b', 'x.localhost']) {
    const lookup = (_: string, __: object, done: (...found: unknown[]) => void): void =>
      done(null, [{ address: host, family: 4 }])
    const answer = await ask(`https://${name}:${port}/`, {
      agent: mock.agent,
      lookup: lookup as NonNullable<RequestOptions['lookup']>,
    })
    expect(answer).toEqual({ status: 200, text: '[1]' })
  }
})

test('a client that asks for an address of IPv6', async () => {
  const mock = await start({ hosts: ['::1'] })
  expect(await ask(mock.url('orders'), { agent: mock.agent })).toMatchObject({
    status: 200,
  })
})

test('all mock servers of a process have the same authority', async () => {
  const [one, other] = [await start(), await start()]
  expect(one.ca).toBe(other.ca)
  expect(await ask(other.url('orders'), { agent: one.agent })).toMatchObject({
    status: 200,
  })
})

test('a certificate of one’s own', async () => {
  const authority = createAuthority(Date.now())
  const own = certify(authority, ['127.0.0.1'], Date.now())
  const mock = await start({ https: own })
  expect([mock.ca, mock.agent]).toEqual([undefined, undefined])
  expect(await ask(mock.url('orders'), { ca: authority.cert })).toMatchObject({
    status: 200,
  })
  const other = certify(authority, ['127.0.0.1'], Date.now())
  await expect(createMockServer({ https: { ...own, key: other.key } })).rejects.toThrow(
    'key values mismatch',
  )
})

test('without `https` the URLs are of HTTP', async () => {
  const mock = await start({ https: false })
  expect([mock.ca, mock.agent, mock.url().slice(0, 5)]).toEqual([undefined, undefined, 'http:'])
})

test('certificates go by the real time, also when a test fakes it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const mock = await start()
  expect(await ask(mock.url('orders'), { agent: mock.agent })).toMatchObject({
    status: 200,
  })
})

test('links have the scheme that the client came by', async () => {
  const mock = await start()
  const response = { dynamic: true, headers: { location: '${/endpoint}/7' }, body: '${/endpoint}' }
  await mock.endpoint('orders').rule({ response })
  const url = mock.url('orders')
  expect((await ask(url, { agent: mock.agent })).text).toBe(url)
  const plain = url.replace('https', 'http')
  expect(await (await fetch(plain)).text()).toBe(plain)
})

test('a large body goes both ways', async () => {
  const mock = await start()
  const body = new Uint8Array(9_000_000).fill(0x31)
  await mock.endpoint('echo').rule({ response: (request) => ({ data: request.body.length }) })
  await mock.add({ name: 'large', data: '1'.repeat(9_000_000) })
  const options = { agent: mock.agent, method: 'POST' }
  expect((await ask(mock.url('echo'), options, body)).text).toBe('9000000')
  expect((await ask(mock.url('large'), { agent: mock.agent })).text).toHaveLength(9_000_002)
})

async function connectTls(mock: MockServer): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: mock.port, ca: mock.ca })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

const requests = 'GET /endpoint/orders HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3)

test('requests are answered in turn, however their bytes arrive', async () => {
  const mock = await start()
  for (const socket of [await connectTls(mock), await connectTo(mock.url())]) {
    for (const byte of `${requests}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`) {
      socket.write(byte)
      await new Promise(setImmediate)
    }
    expect((await textOf(socket)).match(/\[1\]/g)).toHaveLength(3)
  }
})

test('a handshake that arrives byte by byte', async () => {
  const mock = await start()
  const relayed = await relayByByte(mock.port)
  const answer = await ask(`https://127.0.0.1:${relayed}/endpoint/orders`, { agent: mock.agent })
  expect(answer.status).toBe(200)
})

/** Passes each byte of a client on by itself. */
async function relayByByte(to: number): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer((socket) => {
    const service = connectPlain(to, '127.0.0.1')
    service.setNoDelay(true).pipe(socket)
    socket
      .on('error', () => {})
      .on('data', async (chunk) => {
        socket.pause()
        for (const byte of chunk) {
          service.write(Uint8Array.of(byte))
          await new Promise(setImmediate)
        }
        socket.resume()
      })
    socket.on('close', () => service.destroy())
    onTestFinished(() => void socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

describe('bytes that begin a handshake and are none', () => {
  test.each([
    ['garbage', Uint8Array.of(0x16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)],
    ['a handshake of another kind', Uint8Array.of(0x16, 3, 0, 0, 4, 9, 0, 0, 0)],
  ])('%s ends its connection alone', async (_, bytes) => {
    const mock = await start()
    const socket = await connectTo(mock.url())
    socket.resume().write(bytes)
    await once(socket, 'close')
    expect(await ask(mock.url('orders'), { agent: mock.agent })).toMatchObject({
      status: 200,
    })
  })
})

test('connections that have sent nothing, or half of a handshake, end with the server', async () => {
  const mock = await start()
  const sockets: Socket[] = [await connectTo(mock.url()), await connectTo(mock.url())]
  sockets[1]?.write(Uint8Array.of(0x16, 3, 1, 2))
  sockets.push(await connectTls(mock))
  const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')))
  await sleep(20)
  await mock.close()
  await closed
})

test.each([
  ['reset', 'ECONNRESET'],
  ['close', 'ECONNRESET'],
  ['malformed', 'HPE_INVALID_CONSTANT'],
] as const)('the fault %s', async (fault, code) => {
  const mock = await start()
  await mock.endpoint('orders').rule({ response: { fault } })
  const asked = ask(mock.url('orders'), { agent: mock.agent })
  await expect(asked).rejects.toMatchObject({ code })
})

test('a reset is one of the connection', async () => {
  const mock = await start()
  await mock.endpoint('orders').rule({ response: { fault: 'reset' } })
  const socket = await connectTls(mock)
  socket.write(requests)
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect([error.code, error.syscall]).toEqual(['ECONNRESET', 'read'])
})

test('a client that leaves is seen', async () => {
  const mock = await start()
  await mock.endpoint('orders').rule({ response: { hold: true } })
  const asked = request(mock.url('orders'), { agent: mock.agent })
  asked.on('error', () => {}).end()
  await mock.endpoint('orders').waitForRequest()
  asked.destroy()
  await expect.poll(async () => (await mock.requests())[0]).toMatchObject({ outcome: 'aborted' })
})
