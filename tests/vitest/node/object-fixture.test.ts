// The object form of `test.extend`, in which Vitest passes a function to the fixture.
import { type MockServer, mockFixture } from '@mock-endpoint/vitest-plugin'
import { test as base, describe, expect, expectTypeOf } from 'vitest'
import type { Api } from '../api.ts'

const endpoints = [{ name: 'flag', data: false }] as const
const test = base.extend({ mock: mockFixture<Api>({ endpoints }) })
const urls = new Set<string>()
const closed: string[] = []

test('a fixture in an object has the endpoints and their types', async ({ mock }) => {
  urls.add(mock.url())
  expectTypeOf(mock).toEqualTypeOf<MockServer<Api>>()
  await mock.add({ name: 'orders', data: [{ id: 1 }] })
  expect(await (await fetch(mock.url('flag'))).json()).toBe(false)
})

test('the next test of a file has the same server in its first state', async ({ mock }) => {
  urls.add(mock.url())
  expect(urls.size).toBe(1)
  expect((await mock.health()).endpoints).toBe(1)
})

describe('with its own options', () => {
  test.override({ mock: mockFixture<Api>({ endpoints: [{ name: 'flag', data: true }] }) })

  test('a test in a describe begins with the endpoints of its options', async ({ mock }) => {
    expect(urls).not.toContain(mock.url())
    expect((await mock.get('flag'))?.data).toBe(true)
  })
})

const typed = base.extend<{ mock: MockServer<Api>; port: number }>({
  mock: [mockFixture(), { auto: true }],
  port: async ({ mock }, use) => {
    await use(mock.port)
  },
})

typed('types may be given, and other fixtures may use it', async ({ mock, port }) => {
  expectTypeOf(mock.remove).parameter(0).toEqualTypeOf<'orders' | 'flag'>()
  expect(port).toBe(mock.port)
})

test.concurrent.for([1, 2])('concurrent test %i has its own server', async (_, { mock }) => {
  closed.push(mock.url())
  expect(urls).not.toContain(mock.url())
})

test('the servers of concurrent tests are closed after them', async () => {
  expect(new Set(closed).size).toBe(2)
  for (const url of closed) await expect(fetch(url)).rejects.toThrow()
})

test.fails('an unmatched request fails its test', async ({ mock }) => {
  await fetch(mock.url('orders'))
})
