// Client tests of rules, run against an app in process and a server on a socket.
import { describe, expect, test } from 'vitest'
import { type EndpointHandle, Problem, rawJson } from '../../client.ts'
import { all, type Connection, connect, type OpenService, rejection } from './client-service.ts'

/** Returns a client, an endpoint that it has added, and a function that requests its status. */
async function start(open: OpenService): Promise<
  Connection & {
    readonly orders: EndpointHandle
    readonly status: (init?: RequestInit, below?: string) => Promise<number>
  }
> {
  const connection = connect(await open())
  const orders = await connection.client.add({ name: 'orders', data: [] })
  const status = async (init?: RequestInit, below = ''): Promise<number> => {
    const response = await connection.fetch(orders.url + below, init)
    await response.arrayBuffer()
    return response.status
  }
  return { ...connection, orders, status }
}

async function idsOf(list: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  return (await all(list)).map(({ id }) => id)
}

export function describeRules(name: string, open: OpenService): void {
  describe(`${name}: rules of the client`, () => {
    describeResponses(open)
    describeHandles(open)
    describeRefusals(open)
  })
}

function describeResponses(open: OpenService): void {
  test('once answers the next request, and called again, the request after it', async () => {
    const { orders, status } = await start(open)
    await orders.once({ statusCode: 503 })
    await orders.once({ statusCode: 504 })
    expect([await status(), await status(), await status()]).toEqual([503, 504, 200])
  })

  test('sequence answers the next requests with its responses in turn', async () => {
    const { orders, status } = await start(open)
    await orders.sequence([{ statusCode: 500 }, { statusCode: 502 }])
    expect([await status(), await status(), await status()]).toEqual([500, 502, 200])
  })

  test('once and sequence answer only requests that match their first argument', async () => {
    const { orders, status } = await start(open)
    await orders.once('POST', { statusCode: 503 })
    await orders.sequence('/:id', [{ statusCode: 500 }, { statusCode: 502 }])
    const post = { method: 'POST' }
    expect([await status(), await status(post), await status(post)]).toEqual([200, 503, 200])
    const below = () => status(undefined, '/7')
    expect([await below(), await below(), await below()]).toEqual([500, 502, 404])
  })

  test('once at a base URL answers the next request to any path', async () => {
    const { client, fetch } = await start(open)
    const api = client.endpoint('api')
    await api.when('/v1/*', { statusCode: 201 })
    await api.once({ statusCode: 503 })
    const status = async () => (await fetch(`${api.url}/v1/orders`)).status
    expect([await status(), await status()]).toEqual([503, 201])
  })

  test.each([
    ['POST', [200, 201, 404, 404]],
    ['/:id', [200, 200, 201, 201]],
    ['GET /:id', [200, 200, 201, 404]],
    ['/*', [201, 201, 201, 201]],
    [{ method: ['POST', 'PUT'] }, [200, 201, 404, 404]],
  ] as const)(
    '`when` %j answers matching requests until it is removed',
    async (match, expected) => {
      const { orders, status } = await start(open)
      const rule = await orders.when(match, { statusCode: 201 })
      const ask = async () => [
        await status(),
        await status({ method: 'POST' }),
        await status({}, '/7'),
        await status({ method: 'POST' }, '/7'),
      ]
      expect(await ask()).toEqual(expected)
      expect(await rule.remove()).toBe(true)
      expect(await ask()).toEqual([200, 200, 404, 404])
    },
  )

  test('rules take JSON as values, or as rawJson that keeps its text', async () => {
    const { orders, fetch } = await start(open)
    await orders.rule({
      when: { method: 'POST', jsonIncludes: { total: rawJson('1.10'), items: [-0] } },
      response: { data: { price: rawJson('1.10') } },
    })
    await orders.when('/events', { events: [{ data: 'a b' }, { data: { n: rawJson('1e2') } }] })
    const body = '{"more":1,"total":1.1,"items":[0]}'
    const posted = await fetch(orders.url, { method: 'POST', body })
    expect(await posted.text()).toBe('{"price":1.10}')
    const events = await fetch(`${orders.url}/events`)
    expect(await events.text()).toBe('data: a b\n\ndata: {"n":1e2}\n\n')
  })

  test('rules answer requests to a name without an endpoint', async () => {
    const { client, fetch } = await start(open)
    const stripe = client.endpoint('stripe')
    await stripe.when('POST /v1/charges', { data: { id: 'ch_1' }, headers: { 'request-id': 'r' } })
    const response = await fetch(`${stripe.url}/v1/charges`, { method: 'POST' })
    expect([response.headers.get('request-id'), await response.json()]).toEqual([
      'r',
      { id: 'ch_1' },
    ])
  })
}

function describeHandles(open: OpenService): void {
  test('the handle of a rule counts its uses, even after the rule is used up', async () => {
    const { orders, status } = await start(open)
    const rule = await orders.rule({ id: 'mine', response: { statusCode: 500 }, times: 2 })
    expect(rule.id).toBe('mine')
    expect(await rule.used()).toBe(0)
    await status()
    expect(await rule.used()).toBe(1)
    await status()
    expect(await rule.used()).toBe(2)
    expect(await rule.remove()).toBe(false)
  })

  test('`rules` lists the rules of one endpoint or all, in the order they are tried', async () => {
    const { client, orders } = await start(open)
    const other = client.endpoint('a')
    await other.rule({ id: 'other', response: { data: null } })
    await orders.rule({ id: 'old', when: { json: { a: 1 } }, response: { data: [1] } })
    await orders.rule({ id: 'new', response: { events: [{ data: { b: 2 } }] }, chance: 0.5 })
    await orders.rule({ id: 'next', responses: [{ data: 'x' }, { fault: 'close' }] })
    expect(await idsOf(client.rules())).toEqual(['other', 'next', 'new', 'old'])
    const endpoint = 'orders'
    expect(await all(client.rules('orders'))).toEqual([
      { id: 'next', endpoint, responses: [{ data: 'x' }, { fault: 'close' }], used: 0, left: 2 },
      {
        id: 'new',
        endpoint,
        response: { events: [{ data: { b: 2 } }] },
        chance: 0.5,
        used: 0,
        left: null,
      },
      {
        id: 'old',
        endpoint,
        when: { json: { a: 1 } },
        response: { data: [1] },
        used: 0,
        left: null,
      },
    ])
  })

  test('`rules` lists rules over several pages', async () => {
    const { client, orders } = await start(open)
    for (let i = 0; i < 101; i++) await orders.rule({ id: `r${100 + i}`, response: {}, times: 1 })
    const ids = await idsOf(client.rules())
    expect(ids).toEqual(Array.from({ length: 101 }, (_, i) => `r${100 + i}`))
  })

  test('clearRules removes the rules of one endpoint or all, and counts them', async () => {
    const { client, orders } = await start(open)
    await client.endpoint('a').once({ data: 1 })
    await orders.once({})
    await orders.when('POST', {})
    expect(await client.clearRules('orders')).toBe(2)
    expect(await client.clearRules()).toBe(1)
    expect(await all(client.rules())).toEqual([])
  })

  test.each([
    [undefined, ['permanent']],
    [{ rules: false }, ['permanent']],
    [{ rules: true }, []],
    [{ endpoints: true }, []],
  ])('reset(%o) leaves the rules %j', async (options, ids) => {
    const { client, orders } = await start(open)
    await orders.rule({ id: 'permanent', response: {} })
    await orders.rule({ id: 'next', response: {}, times: 1 })
    await client.reset(options)
    expect(await idsOf(client.rules())).toEqual(ids)
  })
}

function describeRefusals(open: OpenService): void {
  test('values that JSON cannot hold are refused unsent, each with a pointer', async () => {
    const { orders, sent } = await start(open)
    sent.length = 0
    const rule = {
      when: { json: { a: undefined } },
      responses: [{ data: 1n }, { events: [{ data: () => 1 }] }, () => ({})],
    }
    const problem = (await rejection(orders.rule(rule as never))) as Problem
    expect(problem).toBeInstanceOf(Problem)
    expect(problem.code).toBe('invalid-rule')
    expect(problem.extensions.errors?.map(({ pointer }) => pointer)).toEqual([
      '/when/json/a',
      '/responses/0/data',
      '/responses/1/events/0/data',
      '/responses/2',
    ])
    expect(sent).toEqual([])
  })

  test('an invalid rule is refused by the service with all its faults at once', async () => {
    const { orders } = await start(open)
    const problem = (await rejection(
      orders.when('post v1' as never, { statusCode: 99, dat: 1 } as never),
    )) as Problem
    expect(problem.code).toBe('invalid-rule')
    expect(problem.extensions.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/response/dat',
      '/response/statusCode',
      '/when/method',
      '/when/path',
    ])
  })

  test('a function as a response is refused with advice on what to use instead', async () => {
    const { orders } = await start(open)
    await expect(orders.once((() => ({})) as never)).rejects.toThrow(
      'The rule of endpoint `orders` cannot be sent: /response is a function, which cannot be sent to another process; say the responses as values, with a rule and a `when` for each case, or use the mock of createMock() or createMockServer(), which calls it.',
    )
  })
}
