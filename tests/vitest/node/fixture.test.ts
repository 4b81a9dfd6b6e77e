// `test` with `mock`, its other options in a describe, and a custom typed fixture.
import { mockFixture, test } from '@mock-endpoint/vitest-plugin'
import { test as base, describe, expect, expectTypeOf } from 'vitest'
import type { Api } from '../api.ts'

const urls = new Set<string>()

test('mock answers over a socket', async ({ mock }) => {
  urls.add(mock.url())
  const { url } = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  expect(await (await fetch(url)).text()).toBe('[{"id":1}]')
})

test('the next test of a file has the same server, empty again', async ({ mock }) => {
  urls.add(mock.url())
  expect(urls.size).toBe(1)
  expect((await mock.health()).endpoints).toBe(0)
})

describe('with its own options', () => {
  test.override('mock', mockFixture({ endpoints: [{ name: 'orders', data: [], delay: 1 }] }))

  test('a test in a describe begins with the endpoints of its options', async ({ mock }) => {
    expect(urls).not.toContain(mock.url())
    expect(await mock.get('orders')).toMatchObject({ delay: 1 })
    await mock.clear()
  })

  test('the next test in a describe begins with these endpoints again', async ({ mock }) => {
    expect((await mock.health()).endpoints).toBe(1)
  })
})

test('the options of a describe do not apply after it', async ({ mock }) => {
  expect(urls).toContain(mock.url())
  expect((await mock.health()).endpoints).toBe(0)
})

const typed = base.extend('mock', mockFixture<Api>({ endpoints: [{ name: 'flag', data: false }] }))

typed('a fixture of one’s own knows the endpoints and their data', async ({ mock }) => {
  const flag = await mock.get('flag')
  expectTypeOf(flag?.data).toEqualTypeOf<boolean | undefined>()
  expectTypeOf(mock.remove).parameter(0).toEqualTypeOf<'orders' | 'flag'>()
  expect(flag?.data).toBe(false)
})
