// HTTPS and HTTP on the ports of a mock server.
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

test('a client that trusts the authority gets a response, and any other refuses the certificate', async () => {
  const mock = await start()
  const url = mock.url('orders')
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\//)
  expect(await ask(url, { agent: mock.agent })).toEqual({ status: 200, text: '[1]' })
  expect(await ask(url, { ca: mock.ca })).toMatchObject({ status: 200 })
  await expect(ask(url)).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
  expect(await mock.requests()).toHaveLength(2)
})

test('HTTP is answered on the same port as HTTPS', async () => {
  const mock = await start()
  const response = await fetch(mock.url('orders').replace('https', 'http'))
  expect(await response.json()).toEqual([1])
})

test('an endpoint on its own port responds over HTTPS under any host name', async () => {
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

test('a client that connects to an IPv6 address gets a response over HTTPS', async () => {
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

test('`https` accepts a certificate with its key, and refuses a key of another one', async () => {
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

test('without `https`, URLs begin with http:', async () => {
  const mock = await start({ https: false })
  expect([mock.ca, mock.agent, mock.url().slice(0, 5)]).toEqual([undefined, undefined, 'http:'])
})

test('certificates use the real time, also under fake timers', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const mock = await start()
  expect(await ask(mock.url('orders'), { agent: mock.agent })).toMatchObject({
    status: 200,
  })
})

test('links have the scheme of the request', async () => {
  const mock = await start()
  const response = { dynamic: true, headers: { location: '${/endpoint}/7' }, body: '${/endpoint}' }
  await mock.endpoint('orders').rule({ response })
  const url = mock.url('orders')
  expect((await ask(url, { agent: mock.agent })).text).toBe(url)
  const plain = url.replace('https', 'http')
  expect(await (await fetch(plain)).text()).toBe(plain)
})

test('large bodies of requests and responses arrive in full over HTTPS', async () => {
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

test('pipelined requests are answered although they arrive byte by byte', async () => {
  const mock = await start()
  for (const socket of [await connectTls(mock), await connectTo(mock.url())]) {
    for (const byte of `${requests}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`) {
      socket.write(byte)
      await new Promise(setImmediate)
    }
    expect((await textOf(socket)).match(/\[1\]/g)).toHaveLength(3)
  }
})

test('a TLS handshake that arrives byte by byte succeeds', async () => {
  const mock = await start()
  const relayed = await relayByByte(mock.port)
  const answer = await ask(`https://127.0.0.1:${relayed}/endpoint/orders`, { agent: mock.agent })
  expect(answer.status).toBe(200)
})

/** Relays the bytes of a client one by one. */
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

describe('bytes that begin like a handshake', () => {
  test.each([
    ['garbage', Uint8Array.of(0x16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)],
    ['a handshake of another kind', Uint8Array.of(0x16, 3, 0, 0, 4, 9, 0, 0, 0)],
  ])('%s ends only its own connection', async (_, bytes) => {
    const mock = await start()
    const socket = await connectTo(mock.url())
    socket.resume().write(bytes)
    await once(socket, 'close')
    expect(await ask(mock.url('orders'), { agent: mock.agent })).toMatchObject({
      status: 200,
    })
  })
})

test('connections that have sent nothing or half of a handshake end with the server', async () => {
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
] as const)('the fault %s reaches an HTTPS client as the expected error', async (fault, code) => {
  const mock = await start()
  await mock.endpoint('orders').rule({ response: { fault } })
  const asked = ask(mock.url('orders'), { agent: mock.agent })
  await expect(asked).rejects.toMatchObject({ code })
})

test('the fault `reset` over HTTPS resets the TCP connection', async () => {
  const mock = await start()
  await mock.endpoint('orders').rule({ response: { fault: 'reset' } })
  const socket = await connectTls(mock)
  socket.write(requests)
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect([error.code, error.syscall]).toEqual(['ECONNRESET', 'read'])
})

test('an HTTPS client that disconnects is recorded as aborted', async () => {
  const mock = await start()
  await mock.endpoint('orders').rule({ response: { hold: true } })
  const asked = request(mock.url('orders'), { agent: mock.agent })
  asked.on('error', () => {}).end()
  await mock.endpoint('orders').waitForRequest()
  asked.destroy()
  await expect.poll(async () => (await mock.requests())[0]).toMatchObject({ outcome: 'aborted' })
})
