import { describe, expect, test } from 'vitest'
import { createMock, type Mock, type MockEndpointHandle } from '../mock.ts'

test('createMock refuses a path as `from`, because it reads no files', async () => {
  await expect(createMock({ from: 'mocks/' as never })).rejects.toThrow(
    "`from` must be what `readMocks` returns, or a function that returns it, not 'mocks/'",
  )
})

describe('arguments in the wrong place', () => {
  test.each<[string, (mock: Mock) => Promise<unknown>, string]>([
    [
      'clear',
      (mock) => (mock.clear as (name: string) => Promise<number>)('orders'),
      'clear() removes all endpoints; see remove(name).',
    ],
    ['release', (mock) => mock.release('orders' as never), 'Call release({ endpoint }).'],
    [
      'requests',
      (mock) => mock.requests({ endpoint: 'orders' } as never),
      "Call requests(name): requests('orders').",
    ],
  ])('`%s` refuses them and does nothing', async (_, call, message) => {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 1 }] })
    await expect(call(mock)).rejects.toThrow(new TypeError(message))
    expect((await mock.fetch('/endpoint/orders')).status).toBe(200)
  })
})

describe('rules that cannot be meant', () => {
  const any = (value: unknown): never => value as never
  const body = { data: 1 }

  test.each<[string, (orders: MockEndpointHandle) => Promise<unknown>, string]>([
    [
      'a match without a slash',
      (orders) => orders.when(any('v1/charges'), body),
      "'v1/charges' is not a match: write '/v1/charges', 'GET' or 'GET /v1/charges'.",
    ],
    [
      'a path that is a regular expression',
      (orders) => orders.when({ path: any(/x/) }, body),
      '/when/path is a RegExp; a path is such as /users/:id or /files/*',
    ],
    [
      'a regular expression with a flag that rules do not know',
      (orders) => orders.when({ query: { a: /x/y } }, body),
      '/when/query/a has the flag y; rules know i, m and s',
    ],
    [
      'a function in a sequence',
      (orders) => orders.sequence([any(() => body)]),
      '/responses/0 is a function, and a list of responses has values; add a rule for each function',
    ],
    [
      '`when` without a response',
      (orders) => (orders.when as (match: object) => Promise<unknown>)({ statusCode: 503 }),
      "The response is missing: call `when('POST', { statusCode: 503 })`.",
    ],
    [
      '`once` without a response',
      (orders) => (orders.once as () => Promise<unknown>)(),
      'The response is missing: call `once({ statusCode: 503 })`',
    ],
  ])('%s is refused with what to write', async (_, add, message) => {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 1 }] })
    await expect(add(mock.endpoint('orders'))).rejects.toThrow(message)
  })

  test('the problem of a rule in the options says which rule it is', async () => {
    const rules = [
      { endpoint: 'a', response: body },
      { endpoint: 'a', respons: body },
    ]
    await expect(createMock({ rules: any(rules) })).rejects.toThrow(
      'The option `rules[1]` is not valid: /respons is not one of',
    )
  })
})
