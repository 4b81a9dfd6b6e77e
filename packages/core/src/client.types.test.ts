// What the types of the client say, and in which words they refuse.
import { expect, expectTypeOf, test } from 'vitest'
import {
  type AnyEndpoint,
  type Client,
  createClient,
  type Data,
  type EndpointHandle,
  type Health,
  rawJson,
  type StoredEndpoint,
} from './client.ts'
import { createTypeCheck } from './test/type-check.ts'

interface Order {
  readonly id: number
  readonly note?: string
}

interface User {
  readonly name: string
}

interface Api {
  orders: Order[]
  user: User
  flag: boolean
}

const baseUrl = 'http://localhost:16540'
const record = { name: 'a', data: null, statusCode: 200, delay: 0 }
const members = { success: true, ...record, endpoints: [], next: null, removed: 0, status: 'ok' }
const fetch = async (): Promise<Response> => Response.json(members)
const client = createClient<Api>({ baseUrl, fetch })
const anyClient = createClient({ baseUrl, fetch })

test('with an API, names and data are those of the API', async () => {
  expectTypeOf(client).toEqualTypeOf<Client<Api>>()
  expectTypeOf<Parameters<typeof client.get>[0]>().toEqualTypeOf<keyof Api>()
  expectTypeOf<Parameters<typeof client.remove>[0]>().toEqualTypeOf<keyof Api>()
  expectTypeOf<Parameters<typeof client.url>[0]>().toEqualTypeOf<keyof Api | undefined>()
  expectTypeOf(await client.get('orders')).toEqualTypeOf<
    StoredEndpoint<'orders', Order[]> | undefined
  >()
  expectTypeOf((await client.get('flag'))?.data).toEqualTypeOf<boolean | undefined>()
  for await (const { name, data } of client.list({ prefix: 'o' })) {
    expectTypeOf(name).toEqualTypeOf<keyof Api>()
    expectTypeOf(data).toEqualTypeOf<Order[] | User | boolean>()
  }
})

test('with an API, add takes its data, or raw JSON in its place', async () => {
  const orders = await client.add({ name: 'orders', data: [{ id: 1 }, { id: 2, note: 'x' }] })
  expectTypeOf(orders).toEqualTypeOf<EndpointHandle<'orders'>>()
  const flag = await client.add({ name: 'flag', data: Math.random() < 2, statusCode: undefined })
  expectTypeOf(flag.name).toEqualTypeOf<'flag'>()
  expectTypeOf(await client.add({ name: 'user', data: rawJson('{}') })).toHaveProperty('url')
  expectTypeOf<{ name: 'flag'; data: true; delay: 5 }>().toExtend<AnyEndpoint<Api>>()
  expectTypeOf<{ name: 'flag'; data: User }>().not.toExtend<AnyEndpoint<Api>>()
})

test('without an API, any name and any data will do', async () => {
  expectTypeOf(anyClient).toEqualTypeOf<Client>()
  const handle = await anyClient.add({ name: 'orders', data: [{ id: 1 }] })
  expectTypeOf(handle.name).toBeString()
  const name: string = 'orders'
  expectTypeOf(await anyClient.get(name)).toEqualTypeOf<StoredEndpoint<string, Data> | undefined>()
  for (const data of [1, '', true, null, {}, [], new Date(), { toJSON: () => 1 }]) {
    await anyClient.add({ name: 'a', data })
  }
  expectTypeOf(await anyClient.remove('a')).toBeBoolean()
  expectTypeOf(await anyClient.clear()).toBeNumber()
  expectTypeOf(await anyClient.reset({ endpoints: true })).toBeVoid()
  expectTypeOf(await anyClient.health()).toEqualTypeOf<Health>()
})

test('what an API does not have is refused', () => {
  const refused = [
    // @ts-expect-error: no such name
    () => client.get('order'),
    // @ts-expect-error: no such name
    () => client.remove('order'),
    // @ts-expect-error: no such name
    () => client.url('order'),
    // @ts-expect-error: no such name
    () => client.add({ name: 'order', data: [] }),
    // @ts-expect-error: the data of another name
    () => client.add({ name: 'orders', data: { name: 'Ada' } }),
    // @ts-expect-error: an item lacks its id
    () => client.add({ name: 'orders', data: [{}] }),
    // @ts-expect-error: no data
    () => client.add({ name: 'orders' }),
    // @ts-expect-error: no such option
    () => client.add({ name: 'orders', data: [], statuscode: 404 }),
    // @ts-expect-error: undefined is no data
    () => client.add({ name: 'orders', data: undefined }),
    // @ts-expect-error: undefined is no data, API or not
    () => anyClient.add({ name: 'orders', data: undefined }),
    // @ts-expect-error: a BigInt is no data
    () => anyClient.add({ name: 'orders', data: 1n }),
    // @ts-expect-error: no such option
    () => client.list({ limit: 5 }),
    // @ts-expect-error: no such option
    () => client.reset({ endpoint: true }),
    // @ts-expect-error: no URL
    () => createClient({}),
  ]
  expect(refused).toHaveLength(14)
})

const { messages, completions } =
  createTypeCheck(`import { type AnyEndpoint, createClient } from './client.ts'
interface Order { id: number }
interface User { name: string }
interface Api { orders: Order[]; user: User; flag: boolean }
const client = createClient<Api>({ baseUrl: 'http://localhost:16540' })
`)

test.each([
  "client.get('|')",
  "client.remove('|')",
  "client.url('|')",
  "client.add({ name: '|' })",
  "export const first: AnyEndpoint<Api>[] = [{ name: '|' }]",
])('names complete in %s', (snippet) => {
  expect(completions(snippet)).toEqual(['flag', 'orders', 'user'])
})

test('members complete by what is asked for', () => {
  expect(completions("client.add({ name: 'orders', data: [], | })")).toEqual([
    'delay',
    'statusCode',
  ])
  expect(completions("client.add({ name: 'orders', data: [{ | }] })")).toEqual(['id'])
})

test('what is right brings no message', () => {
  expect(messages("client.add({ name: 'flag', data: true, delay: 5 })")).toEqual([])
})

test('the message for a wrong name tells the nearest one', () => {
  expect(messages("client.add({ name: 'order', data: [] })")).toMatchInlineSnapshot(`
    [
      "Type '"order"' is not assignable to type 'keyof Api'. Did you mean '"orders"'?",
    ]
  `)
})

test('the message for wrong data shows both types', () => {
  expect(messages("client.add({ name: 'user', data: { name: 5 } })")).toMatchInlineSnapshot(`
    [
      "Type 'number' is not assignable to type 'string'.",
    ]
  `)
  expect(messages("client.add({ name: 'orders', data: 'none' })")).toMatchInlineSnapshot(`
    [
      "Type 'string' is not assignable to type 'Order[] | RawJson'.",
    ]
  `)
})

test('the message for missing data names the member', () => {
  expect(messages("client.add({ name: 'orders' })")).toMatchInlineSnapshot(`
    [
      "Argument of type '{ name: "orders"; }' is not assignable to parameter of type 'NewEndpoint<"orders", Order[]>'.",
      "  Property 'data' is missing in type '{ name: "orders"; }' but required in type 'NewEndpoint<"orders", Order[]>'.",
    ]
  `)
})

test('the message for an unknown option names it', () => {
  expect(
    messages("client.add({ name: 'orders', data: [], statuscode: 404 })"),
  ).toMatchInlineSnapshot(`
    [
      "Object literal may only specify known properties, but 'statuscode' does not exist in type 'NewEndpoint<"orders", Order[]>'. Did you mean to write 'statusCode'?",
    ]
  `)
})

test('the message for a wrong entry of endpoints shows what is wrong with it', () => {
  const entry = (text: string): string => `export const first: AnyEndpoint<Api>[] = [${text}]`
  expect(messages(entry("{ name: 'orders', data: 5 }"))).toMatchInlineSnapshot(`
    [
      "Type 'number' is not assignable to type 'boolean | User | Order[] | RawJson'.",
    ]
  `)
  expect(messages(entry("{ name: 'order', data: [] }"))).toMatchInlineSnapshot(`
    [
      "Type '"order"' is not assignable to type '"orders" | "user" | "flag"'. Did you mean '"orders"'?",
    ]
  `)
  expect(messages(entry("{ name: 'flag', data: true, wait: 5 }"))).toMatchInlineSnapshot(`
    [
      "Object literal may only specify known properties, and 'wait' does not exist in type 'NewEndpoint<"flag", boolean>'.",
    ]
  `)
})
