// putAll() on disk: one batch of any length, which takes effect as a whole or not at all.
import { describe, expect, test } from 'vitest'
import { StoreError } from '../model/store/store.ts'
import { all, endpoint, isStoreError, putAll, putRules, rule } from '../store-contract/cases.ts'
import { openWatched, type WatchedStore } from '../test/watched-store.ts'

const many = Array.from({ length: 5000 }, (_, i) => endpoint(`n${10_000 + i}`))
const few = many.slice(0, 5)
const ioError = new Error('IO error')

async function openFilled(): Promise<WatchedStore> {
  const opened = await openWatched()
  await putAll(opened.store, 'a', 'n10000')
  await putRules(opened.store, 'a', '1')
  return opened
}

describe.each([
  ['few', few],
  ['many', many],
])('putAll() with %s records', (_, endpoints) => {
  const rules = [rule('1', 'b'), rule('2', 'n10001')]

  test('putAll() writes one synced batch', async () => {
    const { store, batches } = await openFilled()
    const before = batches.length
    await store.putAll(endpoints, rules)
    expect(batches.slice(before)).toMatchObject([{ sync: true }])
    expect(await store.count()).toBe(endpoints.length + 1)
  })

  test('putAll() writes one batch even if it is longer than a commit', async () => {
    const { store, batches } = await openFilled()
    const before = batches.length
    const data = `"${'x'.repeat(3 * 1024 * 1024)}"`
    const long = few.map((each) => ({ ...each, data }))
    await Promise.all([store.put(endpoint('c')), store.putAll([...endpoints, ...long], rules)])
    expect(batches.length - before).toBeLessThanOrEqual(2)
    expect(await store.get('n10004')).toMatchObject({ data })
  })

  test('after a failed putAll(), its records are in doubt, then all there or none', async () => {
    for (const written of [false, true]) {
      const { store, failNext, clock } = await openFilled()
      failNext(ioError, { written })
      await expect(store.putAll(endpoints, rules)).rejects.toSatisfy(isStoreError('unavailable'))
      for (const read of [
        async () => store.get('n10000'),
        async () => store.get('n10004'),
        async () => store.getRule('1'),
        async () => store.rulesOf('a'),
        async () => store.rulesOf('b'),
      ]) {
        await expect(read()).rejects.toSatisfy(isStoreError('unavailable'))
      }
      expect(await store.get('a')).toEqual(endpoint('a'))
      await clock.fire()
      expect(await store.count()).toBe(written ? endpoints.length + 1 : 2)
      expect(await all(store.namesWithRules())).toEqual(written ? ['b', 'n10001'] : ['a'])
    }
  })

  test('putAll() writes nothing without room', async () => {
    const { store, admission, batches } = await openFilled()
    admission.refusal = new StoreError('full', 'Too little room.')
    const before = batches.length
    await expect(store.putAll(endpoints, rules)).rejects.toSatisfy(isStoreError('full'))
    expect([batches.length, await store.count()]).toEqual([before, 2])
    expect(await store.rulesOf('a')).toEqual([rule('1')])
  })
})
