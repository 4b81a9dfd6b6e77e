// How JSON changes the types of data. The compiler checks the expectations.
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createTypeCheck } from '../test/type-check.ts'
import type { JsonOf } from './json-of.ts'
import type { RawJson } from './json-writer.ts'

interface Order {
  readonly id: number
  readonly note?: string
  state: 'open' | 'paid'
}

interface Tree {
  name: string
  children: Tree[]
}

interface Event {
  at: Date
  before: Event | null
  after?: readonly Event[]
}

type Any = ReturnType<typeof JSON.parse>
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Dates = Date | Dates[]
type Outcome = { ok: true; error?: never } | { ok: false; error: string }

class Account {
  readonly id: number = 1
  readonly opened: Date = new Date(0)
  #secret = 'none'

  describe(): string {
    return this.#secret
  }
}

class Money {
  toJSON(key: string): { cents: number; on: Date } {
    return { cents: key.length, on: new Date(0) }
  }
}

describe('JsonOf', () => {
  test('JsonOf leaves types of plain JSON unchanged', () => {
    expectTypeOf<JsonOf<Order[]>>().toEqualTypeOf<Order[]>()
    expectTypeOf<JsonOf<Tree>>().toEqualTypeOf<Tree>()
    expectTypeOf<JsonOf<Json>>().toEqualTypeOf<Json>()
    expectTypeOf<JsonOf<Outcome>>().toEqualTypeOf<Outcome>()
    expectTypeOf<JsonOf<Readonly<Record<string, Order>>>>().toEqualTypeOf<
      Readonly<Record<string, Order>>
    >()
    expectTypeOf<JsonOf<string | number | boolean | null>>().toEqualTypeOf<
      string | number | boolean | null
    >()
    expectTypeOf<JsonOf<'open' | 1 | true>>().toEqualTypeOf<'open' | 1 | true>()
  })

  test('JsonOf keeps any, unknown, object and never, and turns RawJson into unknown', () => {
    expectTypeOf<JsonOf<Any>>().toBeAny()
    expectTypeOf<JsonOf<unknown>>().toBeUnknown()
    expectTypeOf<JsonOf<object>>().toEqualTypeOf<object>()
    expectTypeOf<JsonOf<never>>().toBeNever()
    expectTypeOf<JsonOf<{ a: Any; b: unknown; c: Date }>>().toEqualTypeOf<{
      a: Any
      b: unknown
      c: string
    }>()
    expectTypeOf<JsonOf<{ raw: RawJson }>>().toEqualTypeOf<{ raw: unknown }>()
  })

  test('JsonOf is the return type of toJSON, converted in the same way', () => {
    expectTypeOf<JsonOf<Date>>().toBeString()
    expectTypeOf<JsonOf<{ at: Date; link: URL | null }>>().toEqualTypeOf<{
      at: string
      link: string | null
    }>()
    expectTypeOf<JsonOf<Money>>().toEqualTypeOf<{ cents: number; on: string }>()
  })

  test('JsonOf keeps optional and readonly members, tuples and readonly arrays', () => {
    expectTypeOf<JsonOf<{ readonly at?: Date; by: string }>>().toEqualTypeOf<{
      readonly at?: string
      by: string
    }>()
    expectTypeOf<JsonOf<[Date, Order?]>>().toEqualTypeOf<[string, Order?]>()
    expectTypeOf<JsonOf<readonly [from: Date, to: Date]>>().toEqualTypeOf<
      readonly [from: string, to: string]
    >()
    expectTypeOf<JsonOf<[number, ...Date[]]>>().toEqualTypeOf<[number, ...string[]]>()
    expectTypeOf<JsonOf<readonly Date[]>>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<JsonOf<Date[][]>>().toEqualTypeOf<string[][]>()
  })

  test('JsonOf drops functions, symbol keys and members that are always undefined', () => {
    expectTypeOf<
      JsonOf<{ id: 1; call(): void; later?: () => void; gone: undefined; [Symbol.iterator]: 1 }>
    >().toEqualTypeOf<{ id: 1 }>()
    expectTypeOf<JsonOf<Account>>().toEqualTypeOf<{
      readonly id: number
      readonly opened: string
    }>()
  })

  test('JsonOf is never for types that are refused', () => {
    expectTypeOf<JsonOf<Map<string, number>>>().toBeNever()
    expectTypeOf<JsonOf<ReadonlySet<string>>>().toBeNever()
    expectTypeOf<JsonOf<bigint>>().toBeNever()
    expectTypeOf<JsonOf<{ tags: Set<string> | string[] }>>().toEqualTypeOf<{ tags: string[] }>()
  })

  test('JsonOf converts recursive types', () => {
    type Parsed = JsonOf<Event>
    expectTypeOf<Parsed['at']>().toBeString()
    expectTypeOf<NonNullable<NonNullable<Parsed['before']>['after']>[number]['at']>().toBeString()
    expectTypeOf<'now'>().toExtend<JsonOf<Dates>>()
    expectTypeOf<['now', ['then']]>().toExtend<JsonOf<Dates>>()
    expectTypeOf<[Date]>().not.toExtend<JsonOf<Dates>>()
  })
})

const { hover } = createTypeCheck(`import type { JsonOf } from './client/json-of.ts'
interface Order { id: number; note?: string }
interface Visit { at: Date; orders: Order[] }
`)

test.each([
  ['Order', 'Order'],
  ['Order[]', 'Order[]'],
  ['{ order: Order | null }', '{ order: Order | null; }'],
  ['Visit', '{ at: string; orders: { id: number; note?: string; }[]; }'],
])('a hover over JsonOf<%s> shows %s', (type, shown) => {
  expect(hover(`type |Shown = JsonOf<${type}>`)).toBe(`type Shown = ${shown}`)
})
