// The rules of a mock in this process: response functions, rules in the options, and resets.
import { expect, test, vi } from 'vitest'
import {
  createMock,
  drawnSeedNow,
  type Mock,
  requestsNow,
  responseFailuresNow,
  unusedRulesNow,
} from '../mock.ts'

async function idsOf(mock: Mock): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of mock.rules()) ids.push(id)
  return ids
}

test('a response function gets the request and the parameters of its path', async () => {
  const mock = await createMock()
  const shop = mock.endpoint('shop')
  await shop.when('POST /:kind/:id', async ({ params, json, query, rule }) => ({
    statusCode: 201,
    data: { ...params, json, q: query.get('q'), rule },
  }))
  const init = { method: 'POST', body: '[1]' }
  const response = await mock.fetch(`${shop.url}/cups/a%20b?q=1`, init)
  const rule = 'shop-1'
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ kind: 'cups', id: 'a b', json: [1], q: '1', rule })
})

test('a response function works with `once`, and can hold its response', async () => {
  const mock = await createMock({ endpoints: [{ name: 'orders', data: 'record' }] })
  const orders = mock.endpoint('orders')
  await orders.once(({ method, params }) => ({ body: `${method} ${JSON.stringify(params)}` }))
  await orders.rule({ when: { path: '/:id' }, times: 1, response: () => ({ hold: true, data: 1 }) })
  expect(await (await mock.fetch(orders.url)).text()).toBe('GET {}')
  expect(await (await mock.fetch(orders.url)).json()).toBe('record')
  const held = mock.fetch(`${orders.url}/7`)
  await expect.poll(() => orders.release({ data: 2 })).toBe(1)
  expect(await (await held).json()).toBe(2)
})

test.each<[what: string, answer: () => unknown, message: string]>([
  [
    'throws',
    () => {
      throw new RangeError('no such order')
    },
    'no such order',
  ],
  ['rejects', () => Promise.reject('why'), 'why'],
  ['returns null', () => null, 'it returned null, and a response is such as { data: [] }'],
  [
    'returns a list of none',
    () => [new Response()],
    'The response cannot be sent: /0 is a Response',
  ],
  ['returns a symbol', () => Symbol('x'), 'The response cannot be sent: it is a symbol'],
  ['returns a BigInt', () => ({ data: 1n }), 'The response cannot be sent: /data is a BigInt'],
  ['returns a wrong member', () => ({ status: 201 }), '/status is not one of statusCode, data'],
])('the failure of a function that %s is a 500 and kept until a reset', async (_, answer, why) => {
  const onError = vi.fn()
  const mock = await createMock({ onError })
  await mock.endpoint('a').when('/:id', answer as never)
  const response = await mock.fetch('/endpoint/a/1')
  expect(response.status).toBe(500)
  const message = expect.stringContaining(
    `The function that answers GET /endpoint/a/1 failed: ${why}`,
  )
  expect(await response.json()).toMatchObject({ code: 'response-failed', detail: message })
  const failure = { request: 1, message, cause: expect.anything() }
  expect(mock[responseFailuresNow]()).toEqual([failure])
  expect(onError.mock.calls).toEqual([
    [mock[responseFailuresNow]()[0]?.cause, { method: 'GET', route: '/endpoint/:name' }],
  ])
  expect(mock[requestsNow]()[0]).toMatchObject({ statusCode: 500, outcome: 'answered' })
  await mock.reset()
  expect(mock[responseFailuresNow]()).toEqual([])
})

test('the failure of a response function after a reset is not kept', async () => {
  const mock = await createMock()
  let fail = (_: Error): void => {}
  const failing = new Promise<never>((_, reject) => {
    fail = reject
  })
  const orders = mock.endpoint('orders')
  await orders.once(() => failing)
  const answer = mock.fetch(orders.url)
  await orders.waitForRequest()
  await mock.reset()
  fail(new Error('late'))
  expect((await answer).status).toBe(500)
  expect(mock[responseFailuresNow]()).toEqual([])
})

test('rules in the options apply from the start, and again after each reset', async () => {
  const answer = { statusCode: 500 }
  const mock = await createMock({
    endpoints: [{ name: 'orders', data: 1 }],
    rules: [
      { endpoint: 'orders', when: { method: 'POST' }, response: answer },
      { id: 'mine', endpoint: 'orders', responses: [{ statusCode: 502 }] },
      { endpoint: 'shop', when: { path: '/:id' }, response: ({ params }) => ({ data: params }) },
    ],
  })
  answer.statusCode = 501
  const ids = ['mine', 'first-1', 'first-3']
  const orders = mock.endpoint('orders')
  for (const what of [undefined, {}, { rules: true }, { endpoints: true }]) {
    expect(await idsOf(mock)).toEqual(ids)
    expect((await mock.fetch(orders.url)).status).toBe(502)
    expect((await mock.fetch(orders.url)).status).toBe(200)
    expect((await mock.fetch(orders.url, { method: 'POST' })).status).toBe(500)
    expect(await (await mock.fetch('/endpoint/shop/7')).json()).toEqual({ id: '7' })
    await mock.clearRules()
    await mock.reset(what)
  }
})

test('a reset removes temporary rules, and permanent ones with `rules: true`', async () => {
  const mock = await createMock()
  const add = async (): Promise<void> => {
    await mock.endpoint('a').rule({ id: 'next', response: {}, times: 1 })
    await mock.endpoint('a').rule({ id: 'permanent', response: () => ({}) })
  }
  await add()
  await mock.reset()
  expect(await idsOf(mock)).toEqual(['permanent'])
  await add()
  await mock.reset({ rules: true })
  expect(await idsOf(mock)).toEqual([])
})

test('invalid rules in the options are refused', async () => {
  const create = (rule: object): Promise<unknown> => createMock({ rules: [rule as never] })
  await expect(create({ endpoint: 'a' })).rejects.toMatchObject({ code: 'invalid-rule' })
  await expect(create({ response: () => ({}) })).rejects.toMatchObject({ code: 'invalid-rule' })
})

test('temporary rules with requests left to answer are listed, with their number', async () => {
  const mock = await createMock()
  const orders = mock.endpoint('orders')
  await orders.when('POST', { data: 1 })
  await orders.once({ data: 1 })
  await orders.rule({ id: 'two', responses: [{ data: 2 }, { data: 3 }] })
  await mock.fetch(orders.url)
  await mock.fetch(orders.url)
  expect(mock[unusedRulesNow]()).toMatchObject([{ id: 'two', used: 1, left: 1 }])
  await mock.fetch(orders.url)
  expect(mock[unusedRulesNow]()).toEqual([])
})

test('rules in the options are not listed as unused', async () => {
  const mock = await createMock({ rules: [{ endpoint: 'orders', response: {}, times: 9 }] })
  await mock.fetch(mock.url('orders'))
  await mock.endpoint('orders').rule({ id: 'own', response: {}, times: 1 })
  expect(mock[unusedRulesNow]().map(({ id }) => id)).toEqual(['own'])
})

test('the seed is reported when it was used, and a reset starts it again', async () => {
  const mock = await createMock({ seed: 5 })
  const coin = mock.endpoint('coin')
  const flips = async (): Promise<number[]> => {
    await mock.add({ name: 'coin', data: 1 })
    await coin.rule({ response: { statusCode: 500 }, chance: 0.5 })
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) statuses.push((await mock.fetch(coin.url)).status)
    return statuses
  }
  await coin.once({ data: 1 })
  await mock.fetch(coin.url)
  expect(mock[drawnSeedNow]()).toBeUndefined()
  const first = await flips()
  expect(new Set(first)).toEqual(new Set([200, 500]))
  expect(mock[drawnSeedNow]()).toBe(5)
  await mock.reset({ endpoints: true })
  expect(mock[drawnSeedNow]()).toBeUndefined()
  expect(await flips()).toEqual(first)
})

test('a closed mock refuses to change rules', async () => {
  const mock = await createMock()
  const orders = mock.endpoint('orders')
  const rule = await orders.once({ data: 1 })
  await mock.close()
  const calls = [orders.once({}), orders.once(() => ({})), mock.clearRules(), rule.remove()]
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow('This mock was closed')))
})

test('`onAnswered` is called with the id of each rule that answered', async () => {
  const told: string[] = []
  const mock = await createMock({ onAnswered: (rule) => told.push(rule) })
  const orders = mock.endpoint('orders')
  await orders.when('GET /:id', { data: 1 })
  const { id } = await orders.once('GET /7', { data: 2 })
  for (const path of ['7', '7', '8/9']) await mock.fetch(`${orders.url}/${path}`)
  expect(told).toEqual([id, 'orders-1'])
})
