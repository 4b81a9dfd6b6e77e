// What a response function may return instead of an object: a `Response`, or `undefined`, which
// passes the request on to the next rule.
import { describe, expect, test, vi } from 'vitest'
import { createMock, type Mock, requestsNow, unusedRulesNow } from '../mock.ts'

async function texts(mock: Mock, count: number, path = '/endpoint/orders'): Promise<string[]> {
  const seen: string[] = []
  for (let i = 0; i < count; i++) seen.push(await (await mock.fetch(path)).text())
  return seen
}

describe('undefined from a response function', () => {
  test('undefined passes a request on to later rules, then the default response, then a 404', async () => {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 'record' }] })
    const orders = mock.endpoint('orders')
    const second = await orders.when({ query: { b: '1' } }, { data: 'second' })
    const first = await orders.when({}, () => undefined)
    expect(await texts(mock, 1, '/endpoint/orders?b=1')).toEqual(['"second"'])
    expect(await texts(mock, 1)).toEqual(['"record"'])
    await orders.when('/:id', async () => undefined)
    expect((await mock.fetch('/endpoint/orders/7')).status).toBe(404)
    expect(await first.used()).toBe(0)
    expect(await second.used()).toBe(1)
    expect(mock[requestsNow]()).toMatchObject([
      { endpoint: 'orders', rule: second.id, outcome: 'answered' },
      { endpoint: 'orders', rule: null, outcome: 'answered', statusCode: 200 },
      { rule: null, outcome: 'unmatched', statusCode: 404 },
    ])
  })

  test('undefined does not use up a rule', async () => {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 'record' }] })
    const returned: unknown[] = [undefined, undefined, { data: 'own' }]
    const rule = await mock.endpoint('orders').once(() => returned.shift() as undefined)
    expect(await texts(mock, 2)).toEqual(['"record"', '"record"'])
    expect(mock[unusedRulesNow]()).toMatchObject([{ id: rule.id, used: 0, left: 1 }])
    expect(await texts(mock, 2)).toEqual(['"own"', '"record"'])
    expect(mock[unusedRulesNow]()).toEqual([])
    expect(await rule.used()).toBe(1)
    expect(returned).toEqual([])
  })

  test('a use of a rule is reserved until its function returns undefined', async () => {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 'record' }] })
    const { left, leave } = leftLater()
    const answer = vi.fn(() => left)
    await mock.endpoint('orders').once(answer)
    const asked = texts(mock, 1)
    await expect.poll(() => answer.mock.calls.length).toBe(1)
    expect(await texts(mock, 1)).toEqual(['"record"'])
    expect(mock[unusedRulesNow]()).toEqual([])
    leave()
    expect(await asked).toEqual(['"record"'])
    answer.mockResolvedValueOnce({ data: 'own' } as never)
    expect(await texts(mock, 2)).toEqual(['"own"', '"record"'])
    expect(answer).toHaveBeenCalledTimes(2)
  })

  test('undefined passes a request on to rules that were not used up meanwhile', async () => {
    const mock = await createMock()
    const orders = mock.endpoint('orders')
    const { left, leave } = leftLater()
    await orders.once({ query: { slow: '1' } }, () => left)
    for (const data of ['a', 'b', 'c']) await orders.once({ data })
    const asked = texts(mock, 1, '/endpoint/orders?slow=1')
    await orders.waitForRequest()
    expect(await texts(mock, 2)).toEqual(['"a"', '"b"'])
    leave()
    expect(await asked).toEqual(['"c"'])
  })

  test('undefined from a function that a reset removed does not affect a later rule', async () => {
    const mock = await createMock()
    const orders = mock.endpoint('orders')
    const { left, leave } = leftLater()
    await orders.rule({ id: 'same', response: () => left, times: 1 })
    const asked = mock.fetch(orders.url)
    await orders.waitForRequest()
    await mock.reset()
    await orders.rule({ id: 'same', response: () => ({ data: 'new' }), times: 1 })
    leave()
    expect((await asked).status).toBe(404)
    expect(await texts(mock, 1)).toEqual(['"new"'])
  })

  test('after undefined, the headers are those of the next response function', async () => {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 1 }] })
    const orders = mock.endpoint('orders')
    await orders.when({}, () => ({ headers: { 'x-by': 'second' } }))
    await orders.once(() => undefined)
    const init = { headers: { origin: 'http://localhost:5173' } }
    const response = await mock.fetch(orders.url, init)
    expect(response.headers.get('x-by')).toBe('second')
    expect(await response.json()).toBe(1)
  })
})

/** Returns a promise that resolves to `undefined` when `leave` is called. */
function leftLater(): { readonly left: Promise<undefined>; readonly leave: () => void } {
  let leave = (): void => {}
  const left = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined)
  })
  return { left, leave }
}

describe('a Response from a response function', () => {
  async function answered(response: () => Response | Promise<Response>): Promise<Response> {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 'record' }] })
    await mock.endpoint('orders').when({}, response)
    return mock.fetch('/endpoint/orders')
  }

  test('a returned Response is sent with its status, headers and body', async () => {
    const headers = new Headers({ 'x-a': 'b', 'Content-Type': 'text/csv' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    const response = await answered(() => new Response('a;b', { status: 207, headers }))
    expect(response.status).toBe(207)
    expect(response.headers.get('x-a')).toBe('b')
    expect(response.headers.get('content-type')).toBe('text/csv')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('a;b')
  })

  test('a returned Response may be JSON, bytes, a redirect or empty', async () => {
    expect(await (await answered(async () => Response.json({ a: 1 }))).json()).toEqual({ a: 1 })
    const bytes = new Uint8Array([0, 255, 128])
    const binary = await answered(() => new Response(bytes))
    expect(new Uint8Array(await binary.arrayBuffer())).toEqual(bytes)
    expect(binary.headers.get('content-type')).toBeNull()
    const moved = await answered(() => Response.redirect('http://localhost/elsewhere', 307))
    expect([moved.status, moved.headers.get('location')]).toEqual([
      307,
      'http://localhost/elsewhere',
    ])
    const empty = await answered(() => new Response(null, { status: 202 }))
    expect([empty.status, await empty.text()]).toEqual([202, ''])
    expect(empty.headers.get('content-type')).toBeNull()
    expect((await answered(() => new Response(null, { status: 204 }))).status).toBe(204)
  })

  test('a returned Response.error() is a network error for the client', async () => {
    await expect(answered(() => Response.error())).rejects.toThrow('fetch failed')
  })

  test('a returned Response that was read before causes a 500 with the reason', async () => {
    const used = new Response('a')
    await used.text()
    const response = await answered(() => used)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      code: 'response-failed',
      detail: expect.stringContaining('its Response was read before'),
    })
  })

  test('a returned Response of another mock is passed on', async () => {
    const other = await createMock({ endpoints: [{ name: 'a', data: { a: 1 } }] })
    const response = await answered(() => other.fetch('/endpoint/a'))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('{"a":1}')
  })
})
