// One endpoint as an app: its responses, its recorded requests, and paths it does not reach.
import { expect, onTestFinished, test } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../mock.ts'

async function open(options: MockOptions = {}): Promise<Mock> {
  const mock = await createMock(options)
  onTestFinished(mock.close)
  return mock
}

async function json(answer: Promise<Response>): Promise<unknown> {
  return (await answer).json()
}

test('an endpoint app has the endpoint at its root, and paths of its rules below', async () => {
  const mock = await open({ endpoints: [{ name: 'stripe', data: 'root' }] })
  const stripe = mock.endpoint('stripe')
  await stripe.when('POST /v1/charges/:id', ({ params }) => ({ statusCode: 201, data: params }))
  const fetch = mock.fetchOf('stripe')
  expect(await json(fetch('/'))).toBe('root')
  expect(await json(fetch('https://api.stripe.com'))).toBe('root')
  const charged = await fetch('https://api.stripe.com/v1/charges/7?a=1', { method: 'POST' })
  expect([charged.status, await charged.json()]).toEqual([201, { id: '7' }])
  expect((await stripe.requests()).map(({ path }) => path)).toEqual([
    '/endpoint/stripe',
    '/endpoint/stripe',
    '/endpoint/stripe/v1/charges/7',
  ])
})

test('an endpoint app records requests with the endpoint path, query and body', async () => {
  const mock = await open({ endpoints: [{ name: 'a b', data: 1 }] })
  const fetch = mock.fetchOf('a b')
  await fetch('/?x=%20', { method: 'POST', body: 'text' })
  const [request] = await mock.endpoint('a b').requests()
  expect(request?.path).toBe('/endpoint/a%20b')
  expect(request?.query.get('x')).toBe(' ')
  expect(new TextDecoder().decode(request?.body)).toBe('text')
})

test('an endpoint app reaches neither the control API nor another endpoint', async () => {
  const mock = await open({ endpoints: [{ name: 'orders', data: 1 }] })
  const { app } = mock
  for (const path of [
    '/api/health',
    '/api/endpoint',
    '/endpoint/orders',
    '/../orders',
    '/%2e%2e/orders',
  ]) {
    const url = `http://localhost${path}`
    const accept = { accept: 'text/event-stream' }
    const answer = await app.endpointApp('stripe').fetch(new Request(url, { headers: accept }))
    expect([path, answer.status]).toEqual([path, 404])
  }
  expect((await mock.requests()).map(({ path }) => path)).toEqual([
    '/endpoint/stripe/api/health',
    '/endpoint/stripe/api/endpoint',
    '/endpoint/stripe/endpoint/orders',
    '/endpoint/stripe/orders',
    '/endpoint/stripe/orders',
  ])
})

test('a problem of an endpoint app includes URLs of the service', async () => {
  const mock = await open({ url: 'http://localhost:4000' })
  await mock.endpoint('stripe').when('GET /v1/charges', {})
  const fetch = mock.fetchOf('stripe')
  expect(await json(fetch('/v1/charge'))).toMatchObject({
    code: 'no-rule-matches',
    detail: expect.stringContaining(
      'GET http://localhost:4000/api/rule?endpoint=stripe lists them',
    ),
    closest: { rule: 'stripe-1', member: 'path' },
  })
})

test('a rule for the path / answers at the root of an endpoint app', async () => {
  const mock = await open()
  await mock.endpoint('site').when('/', { data: 'home' })
  expect(await json(mock.fetchOf('site')('/'))).toBe('home')
})

test.each(['', '.', '..', 'a/b', 'a\u0000', '\ud800', 'x'.repeat(256)])(
  'an endpoint app with the invalid name %j is refused',
  async (name) => {
    const mock = await open()
    expect(() => mock.fetchOf(name)).toThrow(
      expect.objectContaining({
        code: 'invalid-endpoint',
        message: expect.stringContaining('must'),
      }),
    )
  },
)

test('a request to an endpoint app can be held, waited for and released', async () => {
  const mock = await open()
  const api = mock.endpoint('api')
  const gate = await api.hold('GET /slow')
  const answer = mock.fetchOf('api')('/slow')
  const request = await gate.waitForRequest()
  expect(request.path).toBe('/endpoint/api/slow')
  await gate.release({ data: 'done' })
  expect(await json(answer)).toBe('done')
})
