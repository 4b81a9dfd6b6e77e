// Rules on disk when writes fail: rules in doubt, removing on a full disk, and clears.
import { describe, expect, test } from 'vitest'
import { StoreError } from '../model/store/store.ts'
import { all, endpoint, isStoreError, putAll, putRules, rule } from '../store-contract/cases.ts'
import { openWatched, type WatchedStore } from '../test/watched-store.ts'
import { utf8 } from './database.ts'

const ioError = new Error('IO error')
const noRoom = new Error('IO error: 000003.log: No space left on device')

/** Calls `read`, and rejects if it throws. */
async function reading<T>(read: () => T): Promise<Awaited<T>> {
  return await read()
}

describe('rules after a failed write', () => {
  async function openFilled(): Promise<WatchedStore> {
    const opened = await openWatched()
    await putAll(opened.store, 'a', 'b', 'c')
    await putRules(opened.store, 'a', '1', '2')
    await putRules(opened.store, 'b', '3')
    await putRules(opened.store, 'c', '4')
    return opened
  }

  test.each<[string, (opened: WatchedStore) => Promise<unknown>, string[], string[]]>([
    ['a put', ({ store }) => store.putRule(rule('1', 'a', 'new')), ['1'], ['a']],
    ['a first put', ({ store }) => store.putRule(rule('9', 'z')), ['9'], ['z']],
    ['a move', ({ store }) => store.putRule(rule('1', 'b')), ['1'], ['a', 'b']],
    ['a removal', ({ store }) => store.removeRule('2'), ['2'], ['a']],
    ['a clear of rules', ({ store }) => store.clearRules('a'), ['1', '2'], ['a']],
    ['a removal of an endpoint', ({ store }) => store.remove('a'), ['1', '2'], ['a']],
  ])(
    'rules that %s left in doubt cannot be read, all others can',
    async (_, write, ids, endpoints) => {
      const opened = await openFilled()
      const { store } = opened
      opened.failNext(ioError)
      await expect(write(opened)).rejects.toSatisfy(isStoreError('unavailable'))
      for (const id of ['1', '2', '3', '4', '9']) {
        const read = reading(() => store.getRule(id))
        if (ids.includes(id)) await expect(read, id).rejects.toSatisfy(isStoreError('unavailable'))
        else expect((await read)?.id, id).toBe(id === '9' ? undefined : id)
      }
      for (const name of ['a', 'b', 'c', 'z']) {
        const read = reading(() => store.rulesOf(name))
        if (endpoints.includes(name)) {
          await expect(read, name).rejects.toSatisfy(isStoreError('unavailable'))
        } else expect(await read, name).toHaveLength({ a: 2, b: 1, c: 1, z: 0 }[name] ?? 0)
      }
      expect(await store.countRules()).toBe(4)
      expect(await all(store.namesWithRules())).toEqual(['a', 'b', 'c'])
      await opened.clock.fire()
      expect((await store.rulesOf('a')).map(({ id }) => id)).toEqual(['1', '2'])
    },
  )

  test('reopening shows whether the failed write of a rule took effect', async () => {
    const { store, clock, failNext } = await openFilled()
    failNext(ioError, { written: true })
    const failing = store.putRule(rule('1', 'b', 'new'))
    await expect(failing).rejects.toSatisfy(isStoreError('unavailable'))
    expect(await store.countRules('b')).toBe(1)
    await clock.fire()
    expect(await store.rulesOf('b')).toEqual([rule('3', 'b'), rule('1', 'b', 'new')])
    expect(await store.rulesOf('a')).toEqual([rule('2')])
    await putRules(store, 'b', '5')
    expect((await store.rulesOf('b')).map(({ id }) => id)).toEqual(['3', '1', '5'])
  })

  test('reads of rules wait for a reopening, and fail after one that failed', async () => {
    const { store, clock, failNext, failOpen, holdOpen } = await openFilled()
    failNext(ioError)
    await expect(putRules(store, 'a', '9')).rejects.toThrow(StoreError)
    failOpen(ioError)
    await clock.fire()
    for (const read of [() => store.getRule('3'), () => store.rulesOf('b')]) {
      await expect(reading<unknown>(read)).rejects.toSatisfy(isStoreError('unavailable'))
    }
    await expect(all(store.namesWithRules())).rejects.toSatisfy(isStoreError('unavailable'))
    const held = holdOpen()
    await clock.fire()
    await held.reached
    const reads = [store.getRule('3'), store.rulesOf('b'), all(store.namesWithRules())]
    held.release()
    expect(await Promise.all(reads)).toEqual([rule('3', 'b'), [rule('3', 'b')], ['a', 'b', 'c']])
  })
})

describe('rules without room on disk', () => {
  test('without room, rules are refused, and removals in the same commit succeed', async () => {
    const { store, admission, hold } = await openWatched()
    await putRules(store, 'a', '1', '2')
    await putAll(store, 'a')
    admission.asked.length = 0
    admission.refusal = new StoreError('full', 'Too little room.')
    const held = hold()
    const first = store.removeRule('1')
    await held.reached
    const settled = Promise.allSettled([
      store.putRule(rule('1', 'a', '123')),
      store.removeRule('1'),
      store.removeRule('2'),
      store.remove('a'),
      store.putRule(rule('3', 'a', '1234')),
    ])
    held.release()
    await first
    const reason = admission.refusal
    expect(await settled).toEqual([
      { status: 'rejected', reason },
      { status: 'fulfilled', value: false },
      { status: 'fulfilled', value: true },
      { status: 'fulfilled', value: true },
      { status: 'rejected', reason },
    ])
    expect(admission.asked).toEqual(['1/123'.length + '3/1234'.length - 2])
    expect([await store.countRules(), await store.count()]).toEqual([0, 0])
  })

  test.each<[string, (opened: WatchedStore) => Promise<unknown>, unknown]>([
    ['removing a rule', ({ store }) => store.removeRule('1'), true],
    ['clearing rules', ({ store }) => store.clearRules(), 2],
    ['removing an endpoint', ({ store }) => store.remove('a'), true],
    ['clearing', ({ store }) => store.clear(), 1],
  ])('%s is tried once more when room is made', async (_, remove, removed) => {
    for (const written of [false, true]) {
      const opened = await openWatched()
      const { store, admission } = opened
      await putAll(store, 'a')
      await putRules(store, 'a', '1', '2')
      admission.rooms = 1
      opened.failNext(noRoom, { written })
      // If the mark of a clear was written, the reopening cancels the clear, and it is made again.
      expect(await remove(opened), `written: ${written}`).toBe(removed)
      expect(admission.roomsAsked).toBe(1)
      expect(await store.getRule('1')).toBeUndefined()
    }
  })

  test('when a commit is tried once more, its new rules are refused', async () => {
    const { store, failNext, hold, admission } = await openWatched()
    await putRules(store, 'a', '1')
    admission.rooms = 1
    const held = hold()
    const first = store.put(endpoint('first'))
    await held.reached
    failNext(noRoom)
    const settled = Promise.allSettled([store.putRule(rule('2')), store.removeRule('1')])
    held.release()
    await first
    expect(await settled).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ kind: 'full' }) },
      { status: 'fulfilled', value: true },
    ])
    expect(await store.countRules()).toBe(0)
  })
})

describe('a clear of rules', () => {
  /** Opens a store with more rules than one batch removes, and no endpoint. */
  async function openFilled(): Promise<WatchedStore> {
    const opened = await openWatched()
    await Promise.all(Array.from({ length: 1_001 }, (_, i) => opened.store.putRule(rule(`${i}`))))
    return opened
  }

  async function seen({ store }: WatchedStore): Promise<number[]> {
    const one = await store.getRule('0')
    const names = await all(store.namesWithRules())
    return [one ? 1 : 0, (await store.rulesOf('a')).length, names.length, await store.countRules()]
  }

  test('a clear whose mark cannot be written leaves the rules', async () => {
    for (const written of [false, true]) {
      const opened = await openFilled()
      opened.failNext(ioError, { written })
      await expect(opened.store.clear()).rejects.toSatisfy(isStoreError('unavailable'))
      expect(await seen(opened)).toEqual([1, 1_001, 1, 1_001])
      await opened.clock.fire()
      expect(await seen(opened)).toEqual([1, 1_001, 1, 1_001])
    }
  })

  test('a clear that fails after its mark hides all rules, and is finished later', async () => {
    const opened = await openFilled()
    const { store, clock, db, failNext, failOpen } = opened
    failNext(ioError, { behind: 2 })
    expect(await store.clear()).toBe(0)
    expect(await seen(opened)).toEqual([0, 0, 0, 0])
    failOpen(ioError)
    await clock.fire()
    expect([db.status, ...(await seen(opened))]).toEqual(['closed', 0, 0, 0, 0])
    await clock.fire()
    expect(await db.get('rule/a/0000000000001001', utf8)).toBeUndefined()
    await putRules(store, 'a', '0')
    expect(await seen(opened)).toEqual([1, 1, 1, 1])
  })

  test('reads never see a clear of rules half done', async () => {
    const opened = await openFilled()
    const held = opened.hold()
    const clearing = opened.store.clear()
    await held.reached
    expect(await seen(opened)).toEqual([1, 1_001, 1, 1_001])
    held.release()
    const next = opened.hold()
    await next.reached
    expect(await seen(opened)).toEqual([0, 0, 0, 0])
    next.release()
    await clearing
  })
})
