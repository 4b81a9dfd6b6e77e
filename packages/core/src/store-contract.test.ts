import { describe, expect, expectTypeOf, test } from 'vitest'
import { createMemoryStore } from './memory.ts'
import type { EndpointStore } from './model/store/store.ts'
import { describeStore, type TestRunner } from './store-contract.ts'

/** Runs the contract. Resolves to the error message of each test, empty if it passed. */
async function run(open: () => EndpointStore): Promise<Record<string, string>> {
  const bodies: [name: string, body: () => Promise<void>][] = []
  describeStore('a store', open, {
    describe: (_, body) => body(),
    test: (name, body) => bodies.push([name, body]),
  })
  expect(new Set(bodies.map(([name]) => name)).size).toBe(bodies.length)
  const said: Record<string, string> = {}
  for (const [name, body] of bodies) {
    said[name] = await body().then(
      () => '',
      (error: Error) => error.message,
    )
  }
  return said
}

function failuresIn(said: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(said).filter(([, message]) => message !== ''))
}

test('a store that meets the contract passes every test', async () => {
  const said = await run(createMemoryStore)
  expect(failuresIn(said)).toEqual({})
  expect(Object.keys(said).length).toBeGreaterThan(100)
})

test('a store that breaks the contract fails tests, and is closed after each one', async () => {
  const stores: EndpointStore[] = []
  const said = await run(() => {
    const store = { ...createMemoryStore(), count: async () => -1 }
    stores.push(store)
    return store
  })
  expect(failuresIn(said)).toMatchObject({ 'is empty at first': 'count(): expected 0, but got -1' })
  expect(stores).toHaveLength(Object.keys(said).length)
  for (const store of stores) await expect(store.check()).rejects.toThrow('closed')
})

test('the fault that a test finds is reported even if the store does not close', async () => {
  const close = () => Promise.reject(new Error('It does not close.'))
  const count = async () => -1
  const said = await run(() => ({ ...createMemoryStore(), count, close }))
  expect(said['is empty at first']).toBe('count(): expected 0, but got -1')
  expect(said['orders names by their UTF-8 bytes']).toBe('It does not close.')
})

test('the tests of the contract are in one group with the name of the store', () => {
  const groups: string[] = []
  describeStore('my store', createMemoryStore, {
    describe: (name) => groups.push(name),
    test: () => expect.unreachable(),
  })
  expect(groups).toEqual(['my store'])
})

test('the functions of Vitest and node:test run the contract unchanged', () => {
  expectTypeOf({ describe, test }).toExtend<TestRunner>()
  expectTypeOf<typeof import('node:test')>().toExtend<TestRunner>()
})
