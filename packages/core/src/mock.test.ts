import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Client, createClient, rawJson } from './client.ts'
import { createMock, requestsNow } from './mock.ts'
import { Problem } from './model/problem/problem.ts'

/** Returns the result or error of a call, in a form that can be compared. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    // JSON leaves out the functions of a handle, which are never equal.
    return JSON.parse(JSON.stringify((await call) ?? null)) as unknown
  } catch (error) {
    return error instanceof Problem ? error.toJSON() : error
  }
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

const data: unknown[] = [null, 0, -0, 'x', [1, { a: [] }], rawJson('1.10'), undefined, 1n, () => 1]
const names = ['a', 'b', 'ab', 'add', '__proto__', '100%', 'a b', '', '.', '..', 'x/y', '\ud800']

type Step = (client: Client) => Promise<unknown>

const name = fc.constantFrom(...names)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      name,
      data: fc.constantFrom(...data),
      statusCode: fc.constantFrom(undefined, 200, 204, 99, 1.5),
      delay: fc.constantFrom(undefined, 0, 5, -1),
    })
    .map((endpoint) => (client: Client) => client.add(endpoint as never)),
  name.map((each) => (client: Client) => client.get(each)),
  name.map((each) => (client: Client) => client.remove(each)),
  name.map((prefix) => (client: Client) => all(client.list({ prefix }))),
  fc.constant((client: Client) => client.clear()),
  fc.constant((client: Client) => client.reset({ endpoints: false })),
  fc.constant((client: Client) => client.reset({ endpoints: true })),
  fc.constant((client: Client) => client.health()),
)

describe('createMock', () => {
  test('a mock has the same results as a client over HTTP, call by call', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const direct = await createMock({ seed: 1 })
        const { fetch } = await createMock({ seed: 1 })
        const overHttp = createClient({ url: direct.url(), fetch })
        for (const take of steps) {
          expect(await outcome(take(direct))).toEqual(await outcome(take(overHttp)))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a mock has the endpoints of its options from the start and after a reset', async () => {
    const orders = [{ id: 1 }]
    const mock = await createMock({ endpoints: [{ name: 'orders', data: orders }] })
    orders.push({ id: 2 })
    await mock.add({ name: 'other', data: 1 })
    await mock.add({ name: 'orders', data: 'replaced' })
    const first = { name: 'orders', data: [{ id: 1 }], statusCode: 200, delay: 0 }
    await mock.reset()
    expect(await all(mock.list())).toMatchObject([first, { name: 'other' }])
    await mock.reset({ endpoints: true })
    expect(await all(mock.list())).toEqual([first])
  })

  test('a reset ends the delays in progress', async () => {
    const mock = await createMock({ endpoints: [{ name: 'slow', data: 1, delay: 60_000 }] })
    const response = mock.fetch(mock.url('slow'))
    await mock.reset()
    expect(await (await response).json()).toMatchObject({ code: 'delay-cancelled' })
  })

  test('createMock rejects if one of its endpoints is invalid', async () => {
    const endpoints = [{ name: 'broken', data: 1, statusCode: 99 }]
    const refusal = await createMock({ endpoints }).catch((error: Problem) => error)
    expect(refusal).toMatchObject({ code: 'invalid-endpoint', status: 400 })
    expect(refusal).toHaveProperty(
      'message',
      expect.stringMatching(/^The option `endpoints\[0\]` is not valid: Endpoint `broken`: /),
    )
  })

  test.each([
    [{ name: 'orders' }, 'Endpoint `orders`: /data is missing; it is any JSON value.'],
    [
      { name: 'orders', data: undefined, delay: -1 },
      '/data is missing; it is any JSON value; /delay',
    ],
    ['orders', "An endpoint is one object, such as { name: 'orders', data: [] }."],
    [{ name: 'a', data: [1n, undefined] }, '/data/0 is a BigInt'],
    [{ name: 'a', data: [1n, undefined] }, '; /data/1 is undefined'],
  ])('the error for an invalid endpoint lists all its faults: %#', async (endpoint, sentence) => {
    const mock = await createMock()
    await expect(mock.add(endpoint as never)).rejects.toThrow(sentence)
  })

  test('a mock with a token requires it for the control API, but not for its own calls', async () => {
    const mock = await createMock({ token: 'secret' })
    await mock.add({ name: 'a', data: 1 })
    expect((await mock.fetch('/api/endpoint/a')).status).toBe(401)
    expect((await mock.fetch('/endpoint/a')).status).toBe(200)
  })
})

describe('a mock whose journal is full', () => {
  async function overflowing() {
    const mock = await createMock({ journal: { requests: 3 } })
    const orders = await mock.add({ name: 'orders', data: 1 })
    const metrics = await mock.add({ name: 'metrics', data: 1 })
    await mock.fetch(orders.url)
    await mock.fetch('/endpoint/missing', { method: 'POST', body: 'lost?' })
    for (let i = 0; i < 5; i++) await mock.fetch(metrics.url)
    return { mock, orders, metrics }
  }

  test('a full journal keeps whole unmatched requests', async () => {
    const { mock } = await overflowing()
    const [first, ...others] = await mock.requests()
    expect(first).toMatchObject({ outcome: 'unmatched', path: '/endpoint/missing', text: 'lost?' })
    expect(others.map(({ endpoint }) => endpoint)).toEqual(['metrics', 'metrics', 'metrics'])
  })

  test('a full journal counts the requests that it dropped, for each endpoint', async () => {
    const { mock, orders, metrics } = await overflowing()
    const dropped = async ({ requests }: Pick<Client, 'requests'>) => (await requests()).dropped
    expect(await dropped(mock)).toBe(3)
    expect(await dropped(orders)).toBe(1)
    expect(await dropped(metrics)).toBe(2)
    expect(mock[requestsNow]().dropped).toBe(3)
  })

  test('a reset empties a full journal and its count of dropped requests', async () => {
    const { mock } = await overflowing()
    await mock.reset()
    const requests = await mock.requests()
    expect(requests).toStrictEqual([])
    expect(requests.dropped).toBe(0)
  })
})

describe('requests for endpoints and rules that the last reset removed', () => {
  test('a request for an endpoint that the last reset removed is late, others are not', async () => {
    const mock = await createMock({ endpoints: [{ name: 'kept', data: 1 }] })
    await mock.add({ name: 'a b', data: 1 })
    await mock.reset({ endpoints: true })
    await mock.fetch('/endpoint/a%20b')
    await mock.fetch('/endpoint/other')
    await mock.fetch('/endpoint/%ff')
    await mock.remove('kept')
    await mock.fetch('/endpoint/kept')
    expect((await mock.requests()).map(({ isLate }) => isLate)).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a request is late if a rule matched its method and path until the last reset', async () => {
    const rules = [{ endpoint: 'kept', when: { path: '/mine' }, response: {} }]
    const mock = await createMock({ endpoints: [{ name: 'kept', data: 1 }], rules })
    await mock.endpoint('kept').when('POST /:id', { statusCode: 201 })
    await mock.endpoint('api').once({ statusCode: 503 })
    await mock.reset({ endpoints: true })
    await mock.remove('kept')
    const post = { method: 'POST' }
    await mock.fetch('/endpoint/kept/7', post)
    await mock.fetch('/endpoint/kept/7')
    await mock.fetch('/endpoint/kept', post)
    await mock.fetch('/endpoint/kept/mine')
    await mock.fetch('/endpoint/api/v1/orders')
    await mock.fetch('/endpoint/ap', post)
    await mock.endpoint('api').when('/v2/*', {})
    await mock.fetch('/endpoint/api/v1/orders')
    const late = (await mock.requests()).filter(({ isLate }) => isLate).map(({ path }) => path)
    expect(late).toEqual(['/endpoint/kept/7', '/endpoint/api/v1/orders'])
  })

  test('a request for an endpoint that has answered since the last reset is not late', async () => {
    const mock = await createMock()
    await mock.endpoint('pay').when('POST /v1/charges', { statusCode: 201 })
    await mock.reset({ endpoints: true })
    await mock.endpoint('pay').once('POST /v1/charges', { statusCode: 201 })
    const post = { method: 'POST' }
    await mock.fetch('/endpoint/pay/v1/charges', post)
    await mock.fetch('/endpoint/pay/v1/charges', post)
    expect((await mock.requests()).map(({ outcome, isLate }) => [outcome, isLate])).toEqual([
      ['answered', undefined],
      ['unmatched', undefined],
    ])
  })

  test('a request is not late after a second reset', async () => {
    const mock = await createMock()
    await mock.add({ name: 'orders', data: 1 })
    await mock.reset({ endpoints: true })
    await mock.reset({ endpoints: true })
    await mock.fetch('/endpoint/orders')
    expect((await mock.requests())[0]).not.toHaveProperty('isLate')
  })
})

test('a request for a path below /api that does not exist is unmatched', async () => {
  const mock = await createMock()
  expect((await mock.fetch('/api/v1/charges?a=1', { method: 'POST' })).status).toBe(404)
  await mock.fetch('/api/endpoint')
  await mock.fetch('/api/health')
  expect(await mock.requests()).toMatchObject([
    { method: 'POST', path: '/api/v1/charges', outcome: 'unmatched', statusCode: 404 },
  ])
})

test('a closed mock refuses changes', async () => {
  const mock = await createMock()
  await mock.close()
  const calls = [mock.add({ name: 'a', data: 1 }), mock.reset(), mock.remove('a'), mock.clear()]
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow('This mock was closed')))
  expect(await mock.requests()).toEqual([])
})

test('baseUrl is the beginning of the URLs of all endpoints', async () => {
  let url = 'http://localhost:1'
  const mock = await createMock({ url: () => url })
  url = 'http://localhost:2'
  expect(mock.baseUrl).toBe('http://localhost:2/endpoint')
  expect(mock.url('orders')).toBe(`${mock.baseUrl}/orders`)
  expect(createClient({ url }).baseUrl).toBe(mock.baseUrl)
})
