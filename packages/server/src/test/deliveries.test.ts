// Webhooks that a mock server sends over sockets, to itself and to faulty receivers.
import type { Delivery } from '@mock-endpoint/core/client'
import { createWire } from '@mock-endpoint/core/client'
import { expect, onTestFinished, test } from 'vitest'
import { describeDeliveries } from '../../../core/src/test/control/delivery-cases.ts'
import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
} from '../fixture/mock-server.ts'
import { ok, upstream } from './upstream.ts'

async function open(options: MockServerOptions = {}): Promise<MockServer> {
  const mock = await createMockServer(options)
  onTestFinished(mock.close)
  return mock
}

describeDeliveries('over sockets', async () => {
  const url = new URL((await open()).baseUrl).origin
  return { control: createWire({ url }), url }
})

/** Sends a webhook, and waits for its end. */
async function deliver(mock: MockServer, to: string, more: object = {}): Promise<Delivery> {
  const control = createWire({ url: new URL(mock.baseUrl).origin })
  const { id } = await control.sendDelivery(JSON.stringify({ to, event: 1, ...more }))
  return control.getDelivery({ id: String(id), wait: 20_000 })
}

test('a webhook arrives with its method, path, headers and body', async () => {
  const receiver = await upstream(ok)
  const to = `http://localhost:${receiver.port}/a%20b?c`
  const { state } = await deliver(await open(), to, { body: 'é', event: undefined, method: 'PUT' })
  expect(state).toBe('delivered')
  const text = Buffer.from('é').toString('latin1')
  expect(receiver.received[0]).toBe(
    `PUT /a%20b?c HTTP/1.1\r\nHost: localhost:${receiver.port}\r\nuser-agent: mock-endpoint\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n${text}`,
  )
})

test('webhooks share a connection, which forwarding does not use', async () => {
  const receiver = await upstream(ok)
  const mock = await open({ allowForward: ['localhost'] })
  const to = `http://localhost:${receiver.port}/`
  await mock.endpoint('api').when('/*', { forward: to })
  await deliver(mock, to, { duplicate: 3 })
  expect(receiver.received).toHaveLength(1)
  expect(await (await fetch(mock.url('api'))).text()).toBe('ok')
  expect(receiver.received).toHaveLength(2)
})

test.each<[what: string, error: string, statusCode: number | null, response: string]>([
  ['closes the connection', 'connection_terminated', null, ''],
  ['sends something else', 'http_protocol_error', null, 'hello\r\n\r\n'],
  [
    'breaks off',
    'http_response_incomplete',
    200,
    'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhalf',
  ],
])('a webhook to a receiver that %s fails with %s', async (_, error, statusCode, response) => {
  const receiver = await upstream((socket) => void socket.end(response))
  const mock = await open()
  const to = `http://localhost:${receiver.port}`
  const delivery = await deliver(mock, to, { attempts: 2, backoff: 1 })
  expect(delivery).toMatchObject({ state: 'failed', failed: 1 })
  const found = delivery.attempts.map(({ error, statusCode }) => [error, statusCode])
  expect(found).toEqual([
    [error, statusCode],
    [error, statusCode],
  ])
})

test('a refused connection and an unknown host are recorded as errors of their attempts', async () => {
  const mock = await open({ allowSend: ['some.test'] })
  const refused = await deliver(mock, `http://127.0.0.1:1/`)
  expect(refused.attempts).toMatchObject([{ statusCode: null, error: 'connection_refused' }])
  expect(await deliver(mock, 'http://some.test/').then(({ attempts }) => attempts)).toMatchObject([
    { error: 'dns_error' },
  ])
})

test('a reset and the end of the mock break off attempts in progress', async () => {
  const receiver = await upstream(() => {})
  for (const end of [(mock: MockServer) => mock.reset(), (mock: MockServer) => mock.close()]) {
    const mock = await createMockServer()
    const control = createWire({ url: new URL(mock.baseUrl).origin })
    const to = `http://localhost:${receiver.port}/`
    await control.sendDelivery(JSON.stringify({ to, event: 1, attempts: 9, backoff: 0 }))
    await expect.poll(receiver.open).toBe(1)
    await end(mock)
    await expect.poll(receiver.open).toBe(0)
    await mock.close()
  }
  expect(receiver.received).toHaveLength(2)
})
