// Limits of the work and memory for summaries of endpoints, and errors while they are read.
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Control } from '../../control/control.ts'
import { createMemoryStore } from '../../memory.ts'
import { type EndpointStore, StoreError } from '../../model/store/store.ts'
import { realClock } from '../../model/time/clock.ts'
import { endpoint } from '../../store-contract/cases.ts'
import { createService } from '../app.ts'

function serve(store: EndpointStore): Control {
  return createService({ store }).control()
}

const toName = (i: number): string => `n${1_000_000 + i}`

/** Creates a store that generates `count` endpoints, and counts the names that are read. */
function manyNames(count: number): { store: EndpointStore; asked: () => number } {
  let asked = 0
  async function* names({ after = '' } = {}): AsyncGenerator<readonly string[]> {
    const first = after === '' ? 0 : Number(after.slice(1)) - 999_999
    for (let i = first; i < count; i++) {
      asked += 1
      yield [toName(i)]
    }
  }
  const get = (name: string) => endpoint(name)
  const store = { ...createMemoryStore(), names, get, count: async () => count }
  return { store, asked: () => asked }
}

test('a search ends after 100,000 names, and the next page continues from there', async () => {
  const { store, asked } = manyNames(250_000)
  const control = serve(store)
  const first = await control.listSummaries({ search: toName(249_999) })
  expect(first).toEqual({ endpoints: [], next: toName(99_999) })
  expect(asked()).toBeLessThanOrEqual(100_001)
  const second = await control.listSummaries({ search: toName(249_999), after: toName(99_999) })
  expect(second).toEqual({ endpoints: [], next: toName(199_999) })
  const third = await control.listSummaries({ search: toName(249_999), after: toName(199_999) })
  expect(third).toMatchObject({ endpoints: [{ name: toName(249_999) }], next: null })
  expect(third).not.toHaveProperty('total')
})

test('a full page of an unfinished search has its last name as `next`, and no total', async () => {
  const { store } = manyNames(250_000)
  const page = await serve(store).listSummaries({ search: '0', limit: 2 })
  expect(page).toMatchObject({ endpoints: [{}, { name: toName(1) }], next: toName(1) })
  expect(page).not.toHaveProperty('total')
})

test('a search through exactly 100,000 names has a total', async () => {
  const { store } = manyNames(100_000)
  const page = await serve(store).listSummaries({ search: 'N10', limit: 1 })
  expect(page).toMatchObject({ endpoints: [{ name: toName(0) }], next: toName(0), total: 100_000 })
})

test('without a search, only the names of the page are read', async () => {
  const { store, asked } = manyNames(250_000)
  const page = await serve(store).listSummaries({ limit: 10 })
  expect(page).toMatchObject({ next: toName(9), total: 250_000 })
  expect(asked()).toBe(11)
})

test('other work can run while a search reads names', async () => {
  const { store } = manyNames(100_000)
  // A millisecond passes each time that the clock is read, however fast the machine is.
  let now = 0
  const clock = vi.spyOn(realClock, 'now').mockImplementation(() => now++)
  onTestFinished(() => clock.mockRestore())
  let events = 0
  let isOver = false
  const search = serve(store)
    .listSummaries({ search: 'nobody' })
    .finally(() => {
      isOver = true
    })
  for (; !isOver; events++) await setImmediate()
  await search
  expect(events).toBeGreaterThan(2)
})

test('a list names unreadable endpoints, and leaves out ones removed meanwhile', async () => {
  const store = createMemoryStore()
  for (const name of ['a', 'b', 'c', 'd']) await store.put(endpoint(name))
  const get: EndpointStore['get'] = (name) => {
    if (name === 'a') throw new StoreError('corrupt', 'It cannot be read.')
    if (name === 'b') return Promise.reject(new StoreError('corrupt', 'It cannot be read.'))
    return name === 'c' ? undefined : store.get(name)
  }
  const control = serve({ ...store, get })
  expect(await control.listSummaries({ search: '' })).toMatchObject({
    endpoints: [{ name: 'd' }],
    next: null,
    total: 4,
    unreadable: ['a', 'b'],
  })
  expect(await control.getHealth(undefined)).toMatchObject({ unreadable: ['a', 'b'] })
})

test('a list names at most 100 unreadable endpoints', async () => {
  const { store } = manyNames(150)
  const get = (): never => {
    throw new StoreError('corrupt', 'It cannot be read.')
  }
  const page = await serve({ ...store, get }).listSummaries({ limit: 1000 })
  expect(page).toMatchObject({ endpoints: [], next: null, unreadable: { length: 100 } })
})

test('a list fails when the store cannot be reached', async () => {
  const { store } = manyNames(1)
  const get = () => Promise.reject(new StoreError('unavailable', 'Away.'))
  await expect(serve({ ...store, get }).listSummaries({})).rejects.toMatchObject({
    code: 'store-unavailable',
  })
})

test('a page ends after 512 MiB of data, with its last name as `next`', async () => {
  const { store } = manyNames(150)
  const data = '1'.repeat(16 * 1024 * 1024)
  const get = (name: string) => ({ ...endpoint(name), data })
  const control = serve({ ...store, get })
  const page = await control.listSummaries({ limit: 150 })
  expect(page).toMatchObject({ endpoints: { length: 33 }, next: toName(32), total: 150 })
})
