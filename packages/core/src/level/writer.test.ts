import { describe, expect, test } from 'vitest'
import { StoreError } from '../model/store/store.ts'
import { allIn, endpoint, isStoreError, putAll } from '../store-contract/cases.ts'
import { openWatched, type WatchedStore } from '../test/watched-store.ts'

const tooLittle = new StoreError('full', 'Too little room.')

describe('endpoints without room on disk', () => {
  async function open(): Promise<WatchedStore> {
    const opened = await openWatched()
    await putAll(opened.store, 'a', 'b')
    opened.admission.asked.length = 0
    return opened
  }

  /** Commits the calls in `write` together. Resolves to their results in order of settling. */
  async function together(
    { hold, store }: WatchedStore,
    write: () => Readonly<Record<string, Promise<unknown>>>,
  ): Promise<readonly string[]> {
    const settled: string[] = []
    const held = hold()
    const first = store.remove('b')
    await held.reached
    const writes = Object.entries(write()).map(([what, promise]) =>
      promise.then(
        (result) => settled.push(`${what}: ${result}`),
        (error) => settled.push(`${what}: ${error.kind}`),
      ),
    )
    held.release()
    await Promise.all([first, ...writes])
    return settled
  }

  test('without room, puts fail and removals in the same commit succeed, in order', async () => {
    const opened = await open()
    const { store, batches, admission } = opened
    admission.refusal = tooLittle
    const before = batches.length
    const settled = await together(opened, () => ({
      'put a': store.put(endpoint('a', { data: '2' })),
      'remove a': store.remove('a'),
      'put c': store.put(endpoint('c')),
      'remove c': store.remove('c'),
    }))
    expect(settled).toEqual(['put a: full', 'remove a: true', 'put c: full', 'remove c: false'])
    expect(batches).toHaveLength(before + 2)
    expect(await allIn(store.names())).toEqual([])
    expect(await store.count()).toBe(0)
  })

  test('without room, a commit of only puts writes nothing, and needs no reopening', async () => {
    const { store, batches, admission, clock } = await open()
    admission.refusal = tooLittle
    const before = batches.length
    await expect(store.put(endpoint('a', { data: '2' }))).rejects.toBe(tooLittle)
    await expect(store.check()).rejects.toBe(tooLittle)
    expect([batches.length, clock.pending()]).toEqual([before, 0])
    expect(await store.get('a')).toEqual(endpoint('a'))
    admission.refusal = undefined
    await store.check()
    await store.put(endpoint('a', { data: '2' }))
    expect(await store.get('a')).toEqual(endpoint('a', { data: '2' }))
  })

  test('clearing succeeds without room', async () => {
    const { store, admission } = await open()
    admission.refusal = tooLittle
    expect(await store.clear()).toBe(2)
  })

  test('a commit asks for room for its data, and check() for one byte', async () => {
    const opened = await open()
    const { store, admission } = opened
    await together(opened, () => ({
      'put a': store.put(endpoint('a', { data: '123' })),
      'remove b': store.remove('b'),
      'put c': store.put(endpoint('c', { data: '12345' })),
    }))
    await store.remove('a')
    await store.check()
    expect(admission.asked).toEqual([8, 1])
  })

  test('an unexpected error of the admission reaches the caller as a StoreError', async () => {
    const { store, admission } = await open()
    admission.refusal = new Error('no idea')
    const put = store.put(endpoint('a'))
    await expect(put).rejects.toSatisfy(isStoreError('unavailable'))
    await expect(store.check()).rejects.toSatisfy(isStoreError('unavailable'))
  })
})
