import { describe, expect, test } from 'vitest'
import { createMemoryStore } from './memory.ts'
import { describeStore } from './store-contract.ts'

describeStore('createMemoryStore', createMemoryStore, { describe, test })

describe('a store in memory that is full', () => {
  const record = (name: string, length: number, unit = 'x') => ({
    name,
    data: `"${unit.repeat(length)}"`,
    statusCode: 200,
    delay: 0,
  })

  test('refuses what goes beyond its limit, and nothing else', async () => {
    const store = createMemoryStore({ maxBytes: 10_000 })
    await store.put(record('a', 4_000))
    await store.put(record('b', 4_000))
    await expect(store.put(record('c', 4_000))).rejects.toMatchObject({ kind: 'full' })
    expect(await store.get('c')).toBeUndefined()
    await expect(store.put(record('a', 8_000))).rejects.toMatchObject({ kind: 'full' })
    expect(await store.get('a')).toEqual(record('a', 4_000))
    await store.put(record('a', 10))
    await store.put(record('c', 4_000))
    expect(await store.count()).toBe(3)
  })

  test('has room again after a removal and after a clear', async () => {
    const store = createMemoryStore({ maxBytes: 5_000 })
    for (const empty of [() => store.remove('a'), () => store.clear()]) {
      await store.put(record('a', 4_000))
      await expect(store.put(record('b', 4_000))).rejects.toMatchObject({ kind: 'full' })
      await empty()
      await store.put(record('b', 4_000))
      await store.remove('b')
    }
  })

  test('counts two bytes for each character of a text beyond Latin-1', async () => {
    const store = createMemoryStore({ maxBytes: 10_000 })
    await expect(store.put(record('a', 6_000, '€'))).rejects.toMatchObject({ kind: 'full' })
    await store.put(record('a', 6_000, 'é'))
  })
})
