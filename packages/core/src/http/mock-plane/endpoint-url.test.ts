// The URL of an endpoint as its client sees it, in dynamic and forwarded responses.
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import { createMock } from '../../mock.ts'
import { serveForward } from '../../test/rules/served-forward.ts'
import { createApp } from '../app.ts'

const location = { headers: { location: '${/endpoint}/7' }, dynamic: true } as const

test.each<[what: string, url: string, headers: Record<string, string>, expected: string]>([
  ['the URL', 'http://localhost:16540/endpoint/a%20b', {}, 'http://localhost:16540/endpoint/a%20b'],
  ['its scheme', 'https://mock.example/endpoint/a%20b', {}, 'https://mock.example/endpoint/a%20b'],
  [
    'the Host',
    'http://localhost/endpoint/a%20b/x?y',
    { host: 'mock.example:81' },
    'http://mock.example:81/endpoint/a%20b',
  ],
  [
    'what a proxy says',
    'http://127.0.0.1:16540/endpoint/a%20b',
    { 'x-forwarded-host': 'mock.example, inner.example', 'x-forwarded-proto': 'https' },
    'https://mock.example/endpoint/a%20b',
  ],
])('the endpoint URL in a dynamic response follows %s', async (_, url, headers, expected) => {
  const mock = await createMock()
  onTestFinished(mock.close)
  await mock.endpoint('a b').when('/*', location)
  const { headers: sent } = await mock.app.fetch(new Request(url, { headers }))
  expect(sent.get('location')).toBe(`${expected}/7`)
})

test('in an endpoint app, the endpoint URL is the origin', async () => {
  const mock = await createMock()
  onTestFinished(mock.close)
  await mock.endpoint('stripe').when('/*', location)
  const { headers } = await mock.fetchOf('stripe')('https://api.stripe.com/v1/charges')
  expect(headers.get('location')).toBe('https://api.stripe.com/7')
})

test('in a mounted app, the endpoint URL begins with the mount path', async () => {
  const store = createMemoryStore()
  onTestFinished(() => store.close())
  const app = new Hono().route('/mocks', createApp({ store }))
  const rule = { endpoint: 'orders', response: location }
  const url = 'http://localhost/mocks/api/rule/add'
  await app.request(url, { method: 'PUT', body: JSON.stringify(rule) })
  const { headers } = await app.request('http://localhost/mocks/endpoint/orders')
  expect(headers.get('location')).toBe('http://localhost/mocks/endpoint/orders/7')
})

test('a dynamic response with the endpoint URL fails if the origin is not known', async () => {
  const mock = await createMock()
  onTestFinished(mock.close)
  await mock.endpoint('orders').when('/*', location)
  const headers = { 'x-forwarded-proto': 'ftp' }
  const response = await mock.fetch('/endpoint/orders', { headers })
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('/endpoint')
})

test('links in the headers of a forwarded response lead to the endpoint', async () => {
  const { call } = await serveForward(() => {
    const headers = [
      ['location', '/base/a'],
      ['link', '<https://api.example.com/base?page=2>; rel=next'],
    ] as [string, string][]
    return new Response('https://api.example.com/base', { status: 201, headers })
  })
  const response = await call('GET', '/endpoint/orders')
  expect(response.headers.get('location')).toBe('http://localhost/endpoint/orders/a')
  expect(response.headers.get('link')).toBe('<http://localhost/endpoint/orders?page=2>; rel=next')
  expect(await response.text()).toBe('https://api.example.com/base')
})
