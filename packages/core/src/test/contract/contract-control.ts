// The contract of the control plane: add, list, get, remove, clear, health, and refused calls.
import { describe, expect, test } from 'vitest'
import type { Send } from '../send.ts'
import { add, ask, expectProblem, type Open } from './contract-service.ts'

const unsorted = ['b', 'é', '\u{ff21}', '🎉', 'a', 'B', 'a-2', 'a-1', 'Z']
/** In the order of their UTF-8 bytes. `sort()` would put 🎉 before the fullwidth A. */
const sorted = ['B', 'Z', 'a', 'a-1', 'a-2', 'b', 'é', '\u{ff21}', '🎉']

interface Page {
  readonly endpoints: readonly { readonly name: string }[]
  readonly next: string | null
}

async function addAll(send: Send, names: readonly string[]): Promise<void> {
  for (const name of names) await add(send, { name, data: name })
}

async function list(send: Send, query = ''): Promise<{ names: string[]; next: string | null }> {
  const response = await ask(send, `/api/endpoint${query}`)
  expect(response.status).toBe(200)
  const { endpoints, next } = (await response.json()) as Page
  return { names: endpoints.map(({ name }) => name), next }
}

/** `store` is the kind of the services' store. */
export function describeControlPlane(name: string, open: Open, store: string): void {
  describe(`${name}: control plane`, () => {
    test('add echoes the endpoint with its defaults and the exact text of its data', async () => {
      const response = await add(await open(), '{"data": {"a" : 1.0} ,"name":"orders"}')
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.text()).toBe(
        '{"success":true,"name":"orders","data":{"a" : 1.0},"statusCode":200,"delay":0}',
      )
    })

    test('add echoes the given status and delay', async () => {
      const response = await add(
        await open(),
        '{"name":"é","data":null,"statusCode":503,"delay":1.5}',
      )
      expect(await response.text()).toBe(
        '{"success":true,"name":"é","data":null,"statusCode":503,"delay":1.5}',
      )
    })

    test('add replaces the whole endpoint of that name', async () => {
      const send = await open()
      await add(send, { name: 'orders', data: { a: 1 }, statusCode: 500, delay: 5 })
      await add(send, { name: 'orders', data: { b: 2 } })
      expect(await (await ask(send, '/api/endpoint/orders')).text()).toBe(
        '{"name":"orders","data":{"b":2},"statusCode":200,"delay":0}',
      )
      const response = await ask(send, '/endpoint/orders')
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('{"b":2}')
    })

    test.each(['application/x-www-form-urlencoded', 'text/plain; charset=latin1', 'nonsense'])(
      'add reads its body as JSON when the Content-Type is %s',
      async (type) => {
        const send = await open()
        expect((await add(send, { name: 'é', data: 1 }, { 'content-type': type })).status).toBe(200)
        expect(await list(send)).toEqual({ names: ['é'], next: null })
      },
    )

    test('add needs no Content-Type', async () => {
      const body = Buffer.from('{"name":"plain","data":1}')
      const response = await ask(await open(), '/api/endpoint/add', { method: 'PUT', body })
      expect(response.status).toBe(200)
    })

    test('add ignores a leading byte order mark', async () => {
      const response = await add(await open(), '\uFEFF{"name":"bom","data":"\uFEFF"}')
      expect(await response.text()).toContain('"data":"\uFEFF"')
    })

    test.each(['gzip', 'br', 'deflate, gzip'])(
      'add refuses the Content-Encoding %s',
      async (encoding) => {
        const send = await open()
        const response = await add(send, { name: 'a', data: 1 }, { 'content-encoding': encoding })
        await expectProblem(response, 415, 'unsupported-encoding')
        expect(response.headers.get('accept-encoding')).toBe('identity')
        expect(await list(send)).toEqual({ names: [], next: null })
      },
    )

    test('endpoints are listed in the order of the UTF-8 bytes of their names', async () => {
      const send = await open()
      await addAll(send, unsorted)
      expect(await list(send)).toEqual({ names: sorted, next: null })
    })

    test.each([
      { query: '?prefix=a', names: ['a', 'a-1', 'a-2'], next: null },
      { query: '?after=a-2', names: ['b', 'é', '\u{ff21}', '🎉'], next: null },
      { query: '?after=a-0', names: ['a-1', 'a-2', 'b', 'é', '\u{ff21}', '🎉'], next: null },
      { query: '?limit=2', names: ['B', 'Z'], next: 'Z' },
      { query: '?limit=1000', names: sorted, next: null },
      { query: '?prefix=a&after=a&limit=1', names: ['a-1'], next: 'a-1' },
      { query: '?prefix=a&after=a&limit=2', names: ['a-1', 'a-2'], next: null },
      { query: `?prefix=${encodeURIComponent('🎉')}`, names: ['🎉'], next: null },
      { query: '?prefix=nothing', names: [], next: null },
    ])('the list of endpoints applies the query $query', async ({ query, names, next }) => {
      const send = await open()
      await addAll(send, unsorted)
      expect(await list(send, query)).toEqual({ names, next })
    })

    test('the pages of the list contain every endpoint once', async () => {
      const send = await open()
      await addAll(send, unsorted)
      const names: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          send,
          `?limit=2&after=${encodeURIComponent(next)}`,
        )
        names.push(...page.names)
        next = page.next
      }
      expect(names).toEqual(sorted)
    })

    test('a page of the list has 100 endpoints by default', async () => {
      const send = await open()
      const names = Array.from({ length: 101 }, (_, i) => `n${1000 + i}`)
      await addAll(send, names)
      expect(await list(send)).toEqual({ names: names.slice(0, 100), next: 'n1099' })
    })

    test('the list and a single endpoint show the exact text of the data', async () => {
      const send = await open()
      await add(send, '{"name":"exact","data":[1.10, {"2":1,"1":2} ]}')
      const record = '{"name":"exact","data":[1.10, {"2":1,"1":2} ],"statusCode":200,"delay":0}'
      expect(await (await ask(send, '/api/endpoint/exact')).text()).toBe(record)
      const text = await (await ask(send, '/api/endpoint')).text()
      expect(text).toBe(`{"endpoints":[${record}],"next":null}`)
    })

    test.each([
      ['limit=0', '/limit'],
      ['limit=1001', '/limit'],
      ['limit=-1', '/limit'],
      ['limit=1.5', '/limit'],
      ['limit=many', '/limit'],
      ['limit=', '/limit'],
      ['limit=1&limit=2', '/limit'],
      ['prefx=a', '/prefx'],
    ])('the list of endpoints refuses the query %s', async (query, pointer) => {
      const response = await ask(await open(), `/api/endpoint?${query}`)
      const problem = await expectProblem(response, 400, 'invalid-query')
      expect(problem['errors']).toEqual([{ pointer, detail: expect.any(String) }])
    })

    test.each([
      ['DELETE', '/api/endpoint?prefix=a'],
      ['DELETE', '/api/endpoint/a?force=true'],
      ['DELETE', '/api/request?endpoint=a'],
      ['POST', '/api/reset?endpoints=true'],
    ])('%s %s is refused, because it takes no query', async (method, path) => {
      const send = await open()
      await addAll(send, ['a', 'b'])
      await ask(send, '/endpoint/a')
      await expectProblem(await ask(send, path, { method }), 400, 'invalid-query')
      expect(await list(send)).toEqual({ names: ['a', 'b'], next: null })
      const { requests } = await (await ask(send, '/api/request?endpoint=a&limit=1000')).json()
      expect(requests.at(-1)).toMatchObject({ path: '/endpoint/a', outcome: 'answered' })
    })

    test('a POST of an endpoint or a rule is refused, with the call that adds one', async () => {
      const send = await open()
      for (const what of ['endpoint', 'rule']) {
        const response = await ask(send, `/api/${what}`, { method: 'POST', body: '{}' })
        const { detail } = await expectProblem(response, 405, 'method-not-allowed')
        expect(detail).toContain(`PUT /api/${what}/add adds one`)
      }
    })

    test.each(['GET', 'DELETE'])('%s of an unknown endpoint is a 404', async (method) => {
      const send = await open()
      await add(send, { name: 'orders', data: 1 })
      const response = await ask(send, '/api/endpoint/order', { method })
      const problem = await expectProblem(response, 404, 'endpoint-not-found')
      expect(problem).toMatchObject({ name: 'order', nearMisses: ['orders'] })
    })

    test('clear removes all endpoints and responds with their number', async () => {
      const send = await open()
      await addAll(send, ['a', 'b', 'c'])
      const clear = async (): Promise<string> =>
        (await ask(send, '/api/endpoint', { method: 'DELETE' })).text()
      expect(await clear()).toBe('{"success":true,"removed":3}')
      expect(await clear()).toBe('{"success":true,"removed":0}')
      await expectProblem(await ask(send, '/endpoint/a'), 404, 'endpoint-not-found')
    })

    test('health includes the number of endpoints and the kind of the store', async () => {
      const send = await open()
      await addAll(send, ['a', 'b'])
      const response = await ask(send, '/api/health')
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        status: 'ok',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        endpoints: 2,
        ...{ store, rules: 0, seed: expect.any(Number) },
      })
    })
  })
}
