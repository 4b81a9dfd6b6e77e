// The types of the client, and the messages of the compiler for wrong code.
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

const url = 'http://localhost:16540'
const lists = { endpoints: [], next: null, removed: 0, status: 'ok' }
const members = { success: true, name: 'a', data: 1, statusCode: 200, delay: 0, ...lists }
const fetch = async (): Promise<Response> => Response.json(members)
const client = createClient<Api>({ url, fetch })
const anyClient = createClient({ url, fetch })

test('with an API, names and data have the types of the API', async () => {
  expectTypeOf(client).toEqualTypeOf<Client<Api>>()
  expectTypeOf<Parameters<typeof client.get>[0]>().toEqualTypeOf<keyof Api>()
  expectTypeOf<Parameters<typeof client.remove>[0]>().toEqualTypeOf<keyof Api>()
  expectTypeOf<Parameters<typeof client.url>[0]>().toEqualTypeOf<
    keyof Api | `${keyof Api}/${string}` | undefined
  >()
  expectTypeOf(await client.get('orders')).toEqualTypeOf<
    StoredEndpoint<'orders', Order[]> | undefined
  >()
  expectTypeOf((await client.get('flag'))?.data).toEqualTypeOf<boolean | undefined>()
  for await (const { name, data } of client.list({ prefix: 'o' })) {
    expectTypeOf(name).toEqualTypeOf<keyof Api>()
    expectTypeOf(data).toEqualTypeOf<Order[] | User | boolean>()
  }
})

test('with an API, add accepts the data of the API, or raw JSON instead', async () => {
  const orders = await client.add({ name: 'orders', data: [{ id: 1 }, { id: 2, note: 'x' }] })
  expectTypeOf(orders).toEqualTypeOf<EndpointHandle<'orders', Order[]>>()
  const flag = await client.add({ name: 'flag', data: Math.random() < 2, statusCode: undefined })
  expectTypeOf(flag.name).toEqualTypeOf<'flag'>()
  expectTypeOf(await client.add({ name: 'user', data: rawJson('{}') })).toHaveProperty('url')
  expectTypeOf<{ name: 'flag'; data: true; delay: 5 }>().toExtend<AnyEndpoint<Api>>()
  expectTypeOf<{ name: 'flag'; data: User }>().not.toExtend<AnyEndpoint<Api>>()
})

test('get and list return the data as JSON changes it', async () => {
  interface Visits {
    visit: { at: Date; note?: string }
    orders: Order[]
  }
  const visits = createClient<Visits>({ url, fetch })
  await visits.add({ name: 'visit', data: { at: new Date(0) } })
  // @ts-expect-error: what is put in is a Date.
  await visits.add({ name: 'visit', data: { at: '1970-01-01' } })
  const visit = await visits.get('visit')
  expectTypeOf(visit?.data).toEqualTypeOf<{ at: string; note?: string } | undefined>()
  for await (const { data } of visits.list()) {
    expectTypeOf(data).toEqualTypeOf<{ at: string; note?: string } | Order[]>()
  }
})

test('an endpoint with a literal error status accepts any data', async () => {
  const down = { error: 'down' }
  const orders = await client.add({ name: 'orders', data: down, statusCode: 503 })
  expectTypeOf(orders).toEqualTypeOf<EndpointHandle<'orders', Order[]>>()
  await client.add({ name: 'orders', data: down, statusCode: 400, delay: 5 })
  await client.add({ name: 'orders', data: null, statusCode: down.error ? 404 : 599 })
  await client.add({ name: 'orders', data: rawJson('1.10'), statusCode: 500 })
  const status: number = 503
  await client.add({ name: 'orders', data: [{ id: 1 }], statusCode: status })
  await anyClient.add({ name: 'orders', data: down, statusCode: status })
  const first: AnyEndpoint<Api>[] = [
    { name: 'orders', data: down, statusCode: 503 },
    { name: 'user', data: { name: 'Ada' }, statusCode: status },
  ]
  const refused = [
    // @ts-expect-error: not the data of an order
    () => client.add({ name: 'orders', data: down }),
    // @ts-expect-error: 200 is no error
    () => client.add({ name: 'orders', data: down, statusCode: 200 }),
    // @ts-expect-error: 399 is no error
    () => client.add({ name: 'orders', data: down, statusCode: 399 }),
    // @ts-expect-error: no status
    () => client.add({ name: 'orders', data: down, statusCode: 600 }),
    // @ts-expect-error: it may be an error, or not
    () => client.add({ name: 'orders', data: down, statusCode: down.error ? 200 : 503 }),
    // @ts-expect-error: a number may be any status
    () => client.add({ name: 'orders', data: down, statusCode: status }),
    // @ts-expect-error: undefined is no data
    () => client.add({ name: 'orders', data: undefined, statusCode: 503 }),
    // @ts-expect-error: no such name
    () => client.add({ name: 'order', data: down, statusCode: 503 }),
    // @ts-expect-error: not the data of an order
    (): AnyEndpoint<Api> => ({ name: 'orders', data: down }),
    // @ts-expect-error: 200 is no error
    (): AnyEndpoint<Api> => ({ name: 'orders', data: down, statusCode: 200 }),
    // @ts-expect-error: a number may be any status
    (): AnyEndpoint<Api> => ({ name: 'orders', data: down, statusCode: status }),
  ]
  expect([first.length, refused.length]).toEqual([2, 11])
})

test('without an API, any name and any data are accepted', async () => {
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

test('names, data and options that an API does not have are compile errors', () => {
  const refused = [
    // @ts-expect-error: no such name
    () => client.get('order'),
    // @ts-expect-error: no such name
    () => client.remove('order'),
    // @ts-expect-error: no such name
    () => client.url('order'),
    // @ts-expect-error: no such name before the path
    () => client.url('order/7'),
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
  expect(refused).toHaveLength(15)
})

const { messages, completions } =
  createTypeCheck(`import { type AnyEndpoint, createClient } from './client.ts'
interface Order { id: number }
interface User { name: string }
interface Api { orders: Order[]; user: User; flag: boolean }
const client = createClient<Api>({ url: 'http://localhost:16540' })
`)

test.each([
  "client.get('|')",
  "client.remove('|')",
  "client.url('|')",
  "client.add({ name: '|' })",
  "client.add({ name: '|', data: {}, statusCode: 503 })",
  "export const first: AnyEndpoint<Api>[] = [{ name: '|' }]",
])('an editor completes names in %s', (snippet) => {
  expect(completions(snippet)).toEqual(['flag', 'orders', 'user'])
})

test('an editor completes members of an endpoint and of its data', () => {
  expect(completions("client.add({ name: 'orders', data: [], | })")).toEqual([
    'delay',
    'statusCode',
  ])
  expect(completions("client.add({ name: 'orders', data: [{ | }] })")).toEqual(['id'])
})

test('correct code has no compiler message', () => {
  expect(messages("client.add({ name: 'flag', data: true, delay: 5 })")).toEqual([])
})

test('the message for a wrong name suggests the nearest one', () => {
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
  expect(
    messages("client.add({ name: 'orders', data: 'none', statusCode: 200 })"),
  ).toMatchInlineSnapshot(`
    [
      "Type 'string' is not assignable to type 'Order[] | RawJson'.",
    ]
  `)
})

test('the message for an unknown member of the data names it', () => {
  expect(
    messages("client.add({ name: 'user', data: { name: 'Ada', age: 36 } })"),
  ).toMatchInlineSnapshot(`
      [
        "Object literal may only specify known properties, and 'age' does not exist in type 'User | RawJson'.",
      ]
    `)
})

test('the message for missing data names the member', () => {
  expect(messages("client.add({ name: 'orders' })")).toMatchInlineSnapshot(`
    [
      "Argument of type '{ name: "orders"; }' is not assignable to parameter of type 'NewEndpoint<"orders", Order[], number>'.",
      "  Property 'data' is missing in type '{ name: "orders"; }' but required in type 'NewEndpoint<"orders", Order[], number>'.",
    ]
  `)
})

test('the message for an unknown option names it', () => {
  expect(
    messages("client.add({ name: 'orders', data: [], statuscode: 404 })"),
  ).toMatchInlineSnapshot(`
    [
      "Object literal may only specify known properties, but 'statuscode' does not exist in type 'NewEndpoint<"orders", Order[], number>'. Did you mean to write 'statusCode'?",
    ]
  `)
})

test('the message for a wrong entry of endpoints shows what is wrong with it', () => {
  const entry = (text: string): string => `export const first: AnyEndpoint<Api>[] = [${text}]`
  expect(messages(entry("{ name: 'orders', data: 5 }"))).toMatchInlineSnapshot(`
    [
      "Type '{ name: "orders"; data: number; }' is not assignable to type 'AnyEndpoint<Api>'.",
      "  Type '{ name: "orders"; data: number; }' is not assignable to type 'NewErrorEndpoint<"orders"> | NewEndpoint<"orders", Order[], number>'.",
      "    Type '{ name: "orders"; data: number; }' is not assignable to type 'NewEndpoint<"orders", Order[], number>'.",
      "      Types of property 'data' are incompatible.",
      "        Type 'number' is not assignable to type 'Order[] | RawJson'.",
    ]
  `)
  expect(messages(entry("{ name: 'orders', data: 5, statusCode: 201 }"))).toMatchInlineSnapshot(`
    [
      "Type '{ name: "orders"; data: number; statusCode: number; }' is not assignable to type 'AnyEndpoint<Api>'.",
      "  Types of property 'data' are incompatible.",
      "    Type 'number' is not assignable to type 'Order[] | RawJson'.",
    ]
  `)
  expect(messages(entry("{ name: 'order', data: [] }"))).toMatchInlineSnapshot(`
    [
      "Type '"order"' is not assignable to type '"orders" | "user" | "flag"'. Did you mean '"orders"'?",
    ]
  `)
  expect(messages(entry("{ name: 'flag', data: true, wait: 5 }"))).toMatchInlineSnapshot(`
    [
      "Object literal may only specify known properties, and 'wait' does not exist in type 'NewErrorEndpoint<"flag"> | NewEndpoint<"flag", boolean, number>'.",
    ]
  `)
})
