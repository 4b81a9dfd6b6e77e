// The contract of a store as a test suite: what `model/store.ts` says in prose, checked on any store.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Awaitable, EndpointStore } from '../model/store.ts'
import {
  all,
  calls,
  endpoint,
  exactData,
  exactNumbers,
  isStoreError,
  namesForRanges,
  oddNames,
  ranges,
} from './store-cases.ts'

/** Runs the contract on the stores that `open` resolves to: an empty one for each call. */
export function describeStore(name: string, open: () => Awaitable<EndpointStore>): void {
  async function openWith(...names: readonly string[]): Promise<EndpointStore> {
    const store = await open()
    onTestFinished(() => store.close())
    for (const each of names) await store.put(endpoint(each))
    return store
  }

  describe(name, () => {
    test('is empty at first', async () => {
      const store = await openWith()
      expect(await store.get('a')).toBeUndefined()
      expect(await store.count()).toBe(0)
      expect(await all(store.list())).toEqual([])
      expect(await all(store.names())).toEqual([])
    })

    test.each(exactData)('gives back data byte for byte: %s', async (_, data) => {
      const store = await openWith()
      await store.put(endpoint('a', { data }))
      // Not `toEqual`, which takes long to compare texts of a megabyte.
      expect((await store.get('a'))?.data === data).toBe(true)
      const [listed] = await all(store.list())
      expect(listed?.data === data).toBe(true)
    })

    test.each(exactNumbers)('gives back status %d and delay %d', async (statusCode, delay) => {
      const store = await openWith()
      const record = endpoint('a', { statusCode, delay })
      await store.put(record)
      expect(await store.get('a')).toStrictEqual(record)
      expect(await all(store.list())).toStrictEqual([record])
    })

    test('keeps names apart that differ by a byte, and takes any name', async () => {
      const store = await openWith()
      for (const each of oddNames) await store.put(endpoint(each, { data: JSON.stringify(each) }))
      for (const each of oddNames) {
        expect(await store.get(each)).toStrictEqual(endpoint(each, { data: JSON.stringify(each) }))
      }
      expect(await store.count()).toBe(oddNames.length)
    })

    test('orders names by their UTF-8 bytes', async () => {
      const store = await openWith(...oddNames)
      const inOrder = oddNames.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      expect(await all(store.names())).toEqual(inOrder)
      expect((await all(store.list())).map((record) => record.name)).toEqual(inOrder)
    })

    test.each(ranges)('reads the range %o', async (range, expected) => {
      const store = await openWith(...namesForRanges)
      expect(await all(store.names(range))).toEqual(expected)
      expect(await all(store.list(range))).toStrictEqual(expected.map((each) => endpoint(each)))
    })

    test('replaces the whole endpoint of a name', async () => {
      const store = await openWith('b')
      await store.put(endpoint('a', { data: '{"long":"text"}', statusCode: 503, delay: 9 }))
      await store.put(endpoint('a', { data: '1' }))
      expect(await store.get('a')).toStrictEqual(endpoint('a', { data: '1' }))
      expect(await all(store.names())).toEqual(['a', 'b'])
      expect(await store.count()).toBe(2)
    })

    test('tells whether there was an endpoint to remove', async () => {
      const store = await openWith('a', 'ab')
      expect(await store.remove('a')).toBe(true)
      expect(await store.remove('a')).toBe(false)
      expect(await store.remove('toString')).toBe(false)
      expect(await store.get('a')).toBeUndefined()
      expect(await all(store.names())).toEqual(['ab'])
      expect(await store.count()).toBe(1)
    })

    test('tells how many endpoints it cleared', async () => {
      const store = await openWith('a', 'b', 'c')
      expect(await store.clear()).toBe(3)
      expect(await store.clear()).toBe(0)
      expect(await store.get('a')).toBeUndefined()
      expect(await all(store.list())).toEqual([])
      expect(await store.count()).toBe(0)
    })

    test('takes endpoints again after it was cleared', async () => {
      const store = await openWith('a', 'b')
      await store.clear()
      await store.put(endpoint('b', { data: '2' }))
      expect(await all(store.list())).toStrictEqual([endpoint('b', { data: '2' })])
      expect(await store.count()).toBe(1)
    })

    test('applies and settles writes in the order of their calls', async () => {
      const store = await openWith()
      const settled: number[] = []
      const writes = [
        store.put(endpoint('a')),
        store.remove('a'),
        store.put(endpoint('b')),
        store.remove('a'),
        store.clear(),
        store.put(endpoint('c')),
        store.clear(),
        store.put(endpoint('d')),
        store.put(endpoint('e')),
        store.remove('d'),
      ].map(async (write, i) => {
        const result = await write
        settled.push(i)
        return result
      })
      const nothing = undefined
      const results = [nothing, true, nothing, false, 1, nothing, 1, nothing, nothing, true]
      expect(await Promise.all(writes)).toEqual(results)
      expect(settled).toEqual([...writes.keys()])
      expect(await all(store.names())).toEqual(['e'])
      expect(await store.count()).toBe(1)
    })

    test('keeps the last of several puts of a name', async () => {
      const store = await openWith()
      const versions = Array.from({ length: 20 }, (_, i) => endpoint('a', { data: String(i) }))
      await Promise.all(versions.map((version) => store.put(version)))
      expect(await store.get('a')).toStrictEqual(versions.at(-1))
      expect(await store.count()).toBe(1)
    })

    test('lists what is not written meanwhile, in order', async () => {
      const store = await openWith('a', 'b', 'c', 'd', 'e')
      const listed: string[] = []
      for await (const record of store.list()) {
        listed.push(record.name)
        if (record.name === 'b') await Promise.all([store.remove('d'), store.put(endpoint('cc'))])
      }
      expect(listed.filter((each) => each !== 'd' && each !== 'cc')).toEqual(['a', 'b', 'c', 'e'])
      expect(listed).toEqual(listed.toSorted())
    })

    test('lets a reader leave a list early', async () => {
      const store = await openWith('a', 'b', 'c')
      for await (const record of store.list()) if (record.name === 'b') break
      for await (const each of store.names()) if (each === 'b') break
      await store.put(endpoint('d'))
      expect(await all(store.names())).toEqual(['a', 'b', 'c', 'd'])
    })

    test('waits for the writes under way before it closes', async () => {
      const store = await openWith('a')
      const settled: string[] = []
      const writes = [
        store.put(endpoint('b')).then(() => settled.push('put')),
        store.remove('a').then((existed) => settled.push(`remove ${existed}`)),
        store.clear().then((count) => settled.push(`clear ${count}`)),
      ]
      await store.close()
      settled.push('close')
      await Promise.all(writes)
      expect(settled).toEqual(['put', 'remove true', 'clear 1', 'close'])
    })

    test('may be closed twice', async () => {
      const store = await openWith('a')
      await Promise.all([store.close(), store.close()])
      await expect(store.close()).resolves.toBeUndefined()
    })

    test.each(calls)('refuses %s after it was closed', async (_, call) => {
      const store = await openWith('a')
      await call(store)
      await store.close()
      await expect(call(store)).rejects.toSatisfy(isStoreError('unavailable'))
    })
  })
}

/**
 * For a store that lasts: one that closes and opens it again before each read, so that a suite sees
 * what was kept and nothing else. `open` opens the same place each time.
 */
export async function reopenedForReads(open: () => Promise<EndpointStore>): Promise<EndpointStore> {
  let store = await open()
  let isClosed = false
  const reopened = async (): Promise<EndpointStore> => {
    if (isClosed) return store
    await store.close()
    store = await open()
    return store
  }
  return {
    kind: store.kind,
    get: async (name) => (await reopened()).get(name),
    put: (endpoint) => store.put(endpoint),
    remove: (name) => store.remove(name),
    clear: () => store.clear(),
    async *list(range) {
      yield* (await reopened()).list(range)
    },
    async *names(range) {
      yield* (await reopened()).names(range)
    },
    count: async () => (await reopened()).count(),
    check: () => store.check(),
    close() {
      isClosed = true
      return store.close()
    },
  }
}
