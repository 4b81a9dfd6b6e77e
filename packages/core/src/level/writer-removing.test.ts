// Removing and clearing when writes fail, above all for want of room.
import { describe, expect, test } from 'vitest'
import { all, allIn, endpoint, isStoreError, putAll } from '../store-contract/cases.ts'
import { openWatched, type WatchedStore } from '../test/watched-store.ts'
import { utf8 } from './database.ts'
import { clearingKey, toKey } from './records.ts'

const ioError = new Error('IO error')
const noRoom = new Error('IO error: 000003.log: No space left on device')

describe('a clear', () => {
  /** Its clear takes three batches: the mark, as many as one batch removes, the rest. */
  async function openFilled(): Promise<WatchedStore> {
    const opened = await openWatched()
    await Promise.all(Array.from({ length: 1_001 }, (_, i) => opened.store.put(endpoint(`${i}`))))
    return opened
  }

  /** How many endpoints each way of reading shows. */
  async function seen({ store }: WatchedStore): Promise<number[]> {
    const one = await store.get('0')
    const names = await allIn(store.names())
    const listed = await all(store.list())
    return [one ? 1 : 0, await store.count(), names.length, listed.length]
  }

  const everything = [1, 1_001, 1_001, 1_001]
  const nothing = [0, 0, 0, 0]

  test.each([false, true])(
    'whose mark cannot be written is refused, and all is read: it is there %s',
    async (written) => {
      const opened = await openFilled()
      opened.failNext(ioError, { written })
      await expect(opened.store.clear()).rejects.toSatisfy(isStoreError('unavailable'))
      expect(await seen(opened)).toEqual(everything)
      await opened.clock.fire()
      await opened.store.check()
      expect(await seen(opened)).toEqual(everything)
      expect(await opened.db.get(clearingKey, utf8)).toBeUndefined()
    },
  )

  test.each([1, 2])(
    'that fails at batch %i has happened, and is finished later',
    async (behind) => {
      const opened = await openFilled()
      const { store, clock, db, failNext, failOpen, told } = opened
      failNext(ioError, { behind })
      expect(await store.clear()).toBe(1_001)
      expect(await seen(opened)).toEqual(nothing)
      expect(await db.get(toKey('999'), utf8)).toBeDefined()
      failOpen(ioError)
      await clock.fire()
      expect([db.status, ...(await seen(opened))]).toEqual(['closed', ...nothing])
      await expect(store.put(endpoint('new'))).rejects.toSatisfy(isStoreError('unavailable'))
      await clock.fire()
      expect(told).toEqual(['unavailable', undefined])
      expect(await db.get(toKey('999'), utf8)).toBeUndefined()
      await store.put(endpoint('0'))
      expect(await seen(opened)).toEqual([1, 1, 1, 1])
    },
  )

  test('of nothing writes nothing', async () => {
    const { store, batches } = await openWatched()
    const before = batches.length
    expect(await store.clear()).toBe(0)
    expect(batches).toHaveLength(before)
  })

  test('is never seen half done', async () => {
    const opened = await openFilled()
    const held = opened.hold()
    const clearing = opened.store.clear()
    await held.reached
    expect(await seen(opened)).toEqual(everything)
    held.release()
    const next = opened.hold()
    await next.reached
    expect(await seen(opened)).toEqual(nothing)
    next.release()
    expect(await clearing).toBe(1_001)
    expect(await seen(opened)).toEqual(nothing)
  })
})

describe('without room, what removes', () => {
  /** Opened with `a` and `b`; room can be made that many times. */
  async function openFull(rooms: number): Promise<WatchedStore> {
    const opened = await openWatched()
    await putAll(opened.store, 'a', 'b')
    opened.admission.rooms = rooms
    opened.failNext(noRoom)
    return opened
  }

  test('is tried once more when room is made: the database has been opened again', async () => {
    const { store, opens, clock, told } = await openFull(1)
    expect(await store.remove('a')).toBe(true)
    expect(await allIn(store.names())).toEqual(['b'])
    expect(await store.count()).toBe(1)
    expect([opens.length, clock.pending(), told]).toEqual([2, 0, ['full', undefined]])
  })

  test('is tried no third time', async () => {
    const { store, admission, failNext } = await openFull(2)
    failNext(noRoom, { behind: 1 })
    await expect(store.remove('a')).rejects.toSatisfy(isStoreError('full'))
    expect(admission.roomsAsked).toBe(1)
    expect(await store.remove('a')).toBe(true)
  })

  test('is refused when no room can be made', async () => {
    const { store, opens } = await openFull(0)
    await expect(store.remove('a')).rejects.toSatisfy(isStoreError('full'))
    await expect(store.clear()).rejects.toSatisfy(isStoreError('full'))
    expect(opens).toHaveLength(1)
  })

  test('says what it removed even if the first try did it', async () => {
    const { store, failNext, admission } = await openWatched()
    await putAll(store, 'a')
    admission.rooms = 1
    failNext(noRoom, { written: true })
    expect(await store.remove('a')).toBe(true)
    expect(await store.count()).toBe(0)
  })

  test('goes on after an endpoint could not be written; endpoints do not', async () => {
    const { store, admission } = await openFull(1)
    await expect(store.put(endpoint('c'))).rejects.toSatisfy(isStoreError('full'))
    await expect(store.put(endpoint('c'))).rejects.toSatisfy(isStoreError('full'))
    expect(admission.roomsAsked).toBe(0)
    expect(await store.remove('a')).toBe(true)
    expect(await allIn(store.names())).toEqual(['b'])
  })

  test('leaves the endpoints of its commit refused', async () => {
    const { store, failNext, hold, admission } = await openWatched()
    admission.rooms = 1
    const held = hold()
    const first = store.put(endpoint('first'))
    await held.reached
    failNext(noRoom)
    const writes = [store.put(endpoint('c')), store.remove('first'), store.remove('c')]
    const settled = Promise.allSettled(writes)
    held.release()
    await first
    const reason = expect.objectContaining({ kind: 'full' })
    expect(await settled).toEqual([
      { status: 'rejected', reason },
      { status: 'fulfilled', value: true },
      { status: 'fulfilled', value: false },
    ])
    expect(await store.count()).toBe(0)
  })

  test('is a clear, too: of its mark, and of what it removes', async () => {
    for (const behind of [0, 1]) {
      const { store, failNext, admission, opens, db } = await openWatched()
      await putAll(store, 'a', 'b')
      admission.rooms = 1
      failNext(noRoom, { behind })
      expect(await store.clear()).toBe(2)
      expect([opens.length, await store.count()]).toEqual([2, 0])
      expect(await db.get(toKey('a'), utf8)).toBeUndefined()
      await store.put(endpoint('c'))
      expect(await allIn(store.names())).toEqual(['c'])
    }
  })
})
