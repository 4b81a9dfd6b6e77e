// Rules that the types accept and refuse. The compiler checks the expectations.
import { expect, expectTypeOf, test } from 'vitest'
import {
  createClient,
  type EndpointHandle,
  type Gate,
  type ParamsOf,
  rawJson,
} from '../../client.ts'
import type { Mock, MockEndpointHandle } from '../../mock.ts'
import { createTypeCheck } from '../../test/type-check.ts'

interface Order {
  readonly id: number
}

interface Api {
  orders: Order[]
  shop: { name: string }
}

/** Checked only by the compiler. */
export function compiled(mock: Mock<Api>): unknown[] {
  const client = createClient<Api>({ url: 'http://localhost:16540' })
  const wire = client.endpoint('orders')
  const local = mock.endpoint('orders')
  const down = { error: 'down' }
  const order = { id: 1 }
  const path: string = '/:id'
  expectTypeOf(wire).toEqualTypeOf<EndpointHandle<'orders', Order[]>>()
  expectTypeOf(local).toEqualTypeOf<MockEndpointHandle<'orders', Order[]>>()
  expectTypeOf(wire.hold()).resolves.toEqualTypeOf<Gate<Order[]>>()
  const anyHandle: EndpointHandle = local
  const handles: readonly EndpointHandle<keyof Api, Order[]>[] = [wire, local]
  return [
    anyHandle,
    handles,
    // The endpoint's own data
    wire.once({ data: [order], statusCode: 201 }),
    wire.once({ data: rawJson('[]'), delay: [1, 2] }),
    wire.sequence([{ statusCode: 503, data: down }, { data: [order] }, { fault: 'reset' }]),
    wire.when('POST', { data: [order] }),
    wire.once('POST', { data: [order] }),
    wire.sequence({ query: { page: '2' } }, [{ data: [order] }, { statusCode: 500, data: down }]),
    wire.when('GET /', { statusCode: 404, data: down }),
    // @ts-expect-error: not an order
    wire.once({ data: down }),
    // @ts-expect-error: 201 tells of success
    wire.once({ data: down, statusCode: 201 }),
    // @ts-expect-error: not an order
    wire.sequence([{ data: down }]),
    // @ts-expect-error: the endpoint itself
    wire.once('POST', { data: down }),
    // @ts-expect-error: the endpoint itself
    wire.sequence('POST', [{ data: down }]),
    // @ts-expect-error: the endpoint itself
    wire.when('POST', { data: down }),
    // @ts-expect-error: the endpoint itself
    wire.when('POST /', { data: down }),
    // @ts-expect-error: the endpoint itself
    wire.when({ method: 'POST' }, { data: down }),
    // @ts-expect-error: the endpoint itself
    wire.rule({ response: { data: down } }),
    // @ts-expect-error: the endpoint itself
    wire.rule({ when: { path: '/', method: 'POST' }, responses: [{ data: down }] }),
    // Any data for paths below it
    wire.once('/:id', { data: order }),
    wire.sequence('GET /:id', [{ data: order }]),
    wire.when('/:id', { data: order }),
    wire.when('GET /:id', { data: order }),
    wire.when({ path: '/v1/*', json: { a: 1 } }, { data: order }),
    wire.when({ path }, { data: order }),
    wire.when({ path, query: { page: /^\d+$/, q: { contains: 'a' }, none: null } }, {}),
    wire.when({ path, params: { id: { matches: '^1' } }, form: { a: 1 }, body: /a/i }, {}),
    wire.when({ path, jsonAt: { '/a/0': /b/, '/c': [1] } }, {}),
    // @ts-expect-error: a mistyped condition beside a right one
    wire.when({ method: 'GET', pth: '/x' }, {}),
    // @ts-expect-error: a mistyped condition beside a right one
    wire.once({ method: 'GET', jsonInclude: { a: 1 } }, {}),
    // @ts-expect-error: a mistyped condition beside a right one
    wire.sequence({ method: 'GET', querry: { a: '1' } }, [{}]),
    // @ts-expect-error: a mistyped condition beside a right one
    wire.hold({ method: 'GET', pth: '/x' }),
    // @ts-expect-error: a mistyped condition beside a right one
    wire.rule({ when: { method: 'GET', pth: '/x' }, response: {} }),
    // @ts-expect-error: a mistyped condition beside a right one
    local.when({ method: 'GET', pth: '/x' }, () => ({})),
    // @ts-expect-error: neither a text nor what one is like
    wire.when({ path, body: { startsWith: 'b' } }, {}),
    wire.rule({ when: { path: '/:id' }, response: { data: order }, times: 2, chance: 0.5 }),
    wire.hold('/:id').then((gate) => gate.release({ data: down })),
    // @ts-expect-error: the endpoint itself
    wire.hold().then((gate) => gate.release({ data: down })),
    // Invalid rules
    // @ts-expect-error: methods are in capitals
    wire.when('post', {}),
    // @ts-expect-error: the path begins with a slash
    wire.when('GET v1', {}),
    // @ts-expect-error: no such member
    wire.once({ status: 503 }),
    // @ts-expect-error: undefined is no data
    wire.once({ data: undefined }),
    // @ts-expect-error: either of both
    wire.rule({ response: {}, responses: [{}] }),
    // @ts-expect-error: one of both
    wire.rule({ times: 1 }),
    // @ts-expect-error: each response is given once
    wire.rule({ responses: [{}], times: 2 }),
    wire.rule({ when: { queryString: 'page=2' }, responses: [{}], repeatLast: true }),
    // @ts-expect-error: a single response is repeated anyway
    wire.rule({ response: {}, repeatLast: true }),
    // @ts-expect-error: the name is that of the handle
    wire.rule({ endpoint: 'shop', response: {} }),
    // Functions
    local.once(() => ({ data: [order] })),
    local.when('POST', async ({ json }) => ({ statusCode: 503, data: { json } })),
    local.when('GET /:id', ({ params, query, rule }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly id: string }>()
      expectTypeOf(query).toEqualTypeOf<URLSearchParams>()
      expectTypeOf(rule).toEqualTypeOf<string | null>()
      return { data: { id: params.id } }
    }),
    local.when({ path: '/:shop/:id', method: 'GET' }, ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly shop: string; readonly id: string }>()
      return {}
    }),
    local.rule({
      when: { path: '/a/:b' },
      response: ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly b: string }>()
        return { data: params }
      },
    }),
    local.when({ path }, ({ params }) => ({ data: params['id'] ?? null })),
    mock.add({ name: 'shop', data: { name: 'x' } }).then((shop) => shop.once(() => ({}))),
    local.when('/:id', ({ params }) => (params.id === '1' ? { data: 1 } : undefined)),
    local.when('/:id', async () => Response.json([])),
    local.once(({ method }) => (method === 'POST' ? new Response(null) : undefined)),
    // @ts-expect-error: no such parameter
    local.when('/:id', ({ params }) => ({ data: params.name })),
    // @ts-expect-error: not an order
    local.once(() => ({ data: down })),
    // @ts-expect-error: not an order
    local.when('POST', async () => ({ data: down })),
    // @ts-expect-error: responses in turn are values
    local.sequence([() => ({})]),
    // @ts-expect-error: a function cannot be sent
    wire.once(() => ({})),
    // @ts-expect-error: a function cannot be sent
    wire.when('POST', () => ({})),
    // @ts-expect-error: a function cannot be sent
    wire.rule({ response: () => ({}) }),
    // @ts-expect-error: no such endpoint
    client.rules('shops'),
    // @ts-expect-error: no such endpoint
    client.release({ endpoint: 'shops' }),
  ]
}

test('ParamsOf has the parameters of a path pattern', () => {
  type Two = { readonly a: string; readonly b: string }
  expectTypeOf<ParamsOf<'/:a/:b'>>().toEqualTypeOf<Two>()
  expectTypeOf<ParamsOf<'GET /x/:a/y/:b/*'>>().toEqualTypeOf<Two>()
  expectTypeOf<ParamsOf<{ path: '/:a/:b' }>>().toEqualTypeOf<Two>()
  expectTypeOf<ParamsOf<'POST'>>().toEqualTypeOf<Readonly<Record<never, string>>>()
  expectTypeOf<ParamsOf<{ path: string }>>().toEqualTypeOf<Readonly<Record<string, string>>>()
})

const { messages, completions } = createTypeCheck(`import { createClient } from './client.ts'
import type { Mock } from './mock.ts'
interface Api { orders: { id: number }[] }
const orders = createClient<Api>({ url: 'http://localhost:16540' }).endpoint('orders')
declare const mock: Mock<Api>
`)

test('an editor completes methods, members and path parameters', () => {
  expect(completions("orders.when('|', {})")).toEqual(
    expect.arrayContaining(['DELETE', 'GET', 'POST']),
  )
  expect(completions('orders.once({ | })')).toContain('bytesPerSecond')
  expect(completions("orders.once({ fault: '|' })")).toContain('truncate')
  expect(
    completions("mock.endpoint('orders').when('/:id', ({ params }) => ({ data: params.| }))"),
  ).toEqual(['id'])
})

test('the message for wrong data in a rule of a mock ends with both types', () => {
  const [head, ...more] = messages("mock.endpoint('orders').once({ data: 'none' })")
  expect(head).toBe('No overload matches this call.')
  expect(more.at(-1)?.trim()).toBe(
    "Type 'string' is not assignable to type '{ id: number; }[] | RawJson'.",
  )
})

test('the message for wrong data in a rule of a client shows both types', () => {
  expect(messages("orders.once({ data: 'none' })").join('\n')).toContain(
    "Type 'string' is not assignable to type '{ id: number; }[] | RawJson'.",
  )
})
