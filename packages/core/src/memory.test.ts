import { describe, expect, test } from 'vitest'
import { createMemoryStore } from './memory.ts'
import { describeStore } from './store-contract.ts'

describeStore('createMemoryStore', createMemoryStore, { describe, test })

describe('a full memory store', () => {
  const record = (name: string, length: number, unit = 'x') => ({
    name,
    data: `"${unit.repeat(length)}"`,
    statusCode: 200,
    delay: 0,
  })

  test('a full memory store refuses only writes beyond its limit', async () => {
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

  test('a full memory store has room again after a removal or a clear', async () => {
    const store = createMemoryStore({ maxBytes: 5_000 })
    for (const empty of [() => store.remove('a'), () => store.clear()]) {
      await store.put(record('a', 4_000))
      await expect(store.put(record('b', 4_000))).rejects.toMatchObject({ kind: 'full' })
      await empty()
      await store.put(record('b', 4_000))
      await store.remove('b')
    }
  })

  test('putAll writes nothing if not all of it fits in a memory store', async () => {
    const store = createMemoryStore({ maxBytes: 10_000 })
    await store.putAll([record('a', 8_000)], [])
    const rules = [{ id: '1', endpoint: 'b', text: 'x'.repeat(4_000) }]
    const tooMuch = store.putAll([record('b', 10), record('a', 6_000)], rules)
    await expect(tooMuch).rejects.toMatchObject({ kind: 'full' })
    expect(await store.get('b')).toBeUndefined()
    expect(await store.get('a')).toEqual(record('a', 8_000))
    expect(await store.countRules()).toBe(0)
    // The first entry fits because later ones of the same write make room.
    await store.putAll([record('b', 4_000), record('b', 10), record('a', 10)], rules)
    expect([await store.count(), await store.countRules()]).toEqual([2, 1])
    await store.putAll([], [{ id: '1', endpoint: 'a', text: '' }, ...rules])
    await expect(store.put(record('c', 6_000))).rejects.toMatchObject({ kind: 'full' })
    await store.put(record('c', 5_000))
  })

  test('a text with characters beyond Latin-1 counts two bytes for each character', async () => {
    const store = createMemoryStore({ maxBytes: 10_000 })
    await expect(store.put(record('a', 6_000, '€'))).rejects.toMatchObject({ kind: 'full' })
    await store.put(record('a', 6_000, 'é'))
  })
})

describe('rules in a memory store', () => {
  const rule = (id: string, length: number, endpoint = 'a') => ({
    id,
    endpoint,
    text: 'x'.repeat(length),
  })

  test('rules and endpoints share the limit of a memory store', async () => {
    const store = createMemoryStore({ maxBytes: 10_000 })
    await store.put({ name: 'a', data: `"${'x'.repeat(4_000)}"`, statusCode: 200, delay: 0 })
    await store.putRule(rule('1', 4_000))
    await expect(store.putRule(rule('2', 4_000))).rejects.toMatchObject({ kind: 'full' })
    await expect(store.putRule(rule('1', 8_000, 'b'))).rejects.toMatchObject({ kind: 'full' })
    expect(await store.rulesOf('a')).toEqual([rule('1', 4_000)])
    await store.putRule(rule('1', 10))
    await store.putRule(rule('2', 4_000))
    expect(await store.countRules()).toBe(2)
  })

  test('rules give their room back however they are removed', async () => {
    const store = createMemoryStore({ maxBytes: 5_000 })
    for (const remove of [
      () => store.removeRule('1'),
      () => store.clearRules('a'),
      () => store.clearRules(),
      () => store.clear(),
      () => store.remove('a'),
    ]) {
      await store.put({ name: 'a', data: '1', statusCode: 200, delay: 0 })
      await store.putRule(rule('1', 4_000))
      await expect(store.putRule(rule('2', 4_000))).rejects.toMatchObject({ kind: 'full' })
      await remove()
      await store.putRule(rule('2', 4_000))
      await store.removeRule('2')
    }
  })
})

test('adding and removing names during a read neither skips nor repeats other names', async () => {
  const store = createMemoryStore()
  const put = (name: string) => store.put({ name, data: '1', statusCode: 200, delay: 0 })
  for (const name of ['b', 'd', 'f', 'h']) await put(name)
  const read: string[] = []
  for await (const { name } of store.list()) {
    read.push(name)
    if (name === 'b') await Promise.all([put('a'), put('c'), put('d')])
    if (name === 'd') await store.remove('d')
    if (name === 'f') await Promise.all([store.remove('a'), put('g')])
  }
  expect(read).toEqual(['b', 'c', 'd', 'f', 'g', 'h'])
  await store.clear()
  await put('z')
  for await (const { name } of store.list()) expect(name).toBe('z')
})

test('names are read a thousand at a time, with later ones that are added meanwhile', async () => {
  const store = createMemoryStore()
  const toName = (i: number) => String(i).padStart(5, '0')
  const put = (name: string) => store.put({ name, data: '1', statusCode: 200, delay: 0 })
  for (let i = 0; i < 1_500; i++) await put(toName(i))
  const sizes: number[] = []
  for await (const names of store.names()) {
    sizes.push(names.length)
    if (sizes.length > 1) continue
    await Promise.all([put('0'), put('00999x'), put('z'), store.remove(toName(1_200))])
  }
  expect(sizes).toEqual([1_000, 501])
})
