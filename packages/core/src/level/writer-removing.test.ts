// Removing and clearing when writes fail, mostly for lack of room.
import { describe, expect, test } from 'vitest'
import { all, allIn, endpoint, isStoreError, putAll } from '../store-contract/cases.ts'
import { openWatched, type WatchedStore } from '../test/watched-store.ts'
import { utf8 } from './database.ts'
import { clearingKey, toKey } from './records.ts'

const ioError = new Error('IO error')
const noRoom = new Error('IO error: 000003.log: No space left on device')

describe('a clear of endpoints', () => {
  /** Opens a store whose clear takes three batches: the mark, a full batch, and the rest. */
  async function openFilled(): Promise<WatchedStore> {
    const opened = await openWatched()
    await Promise.all(Array.from({ length: 1_001 }, (_, i) => opened.store.put(endpoint(`${i}`))))
    return opened
  }

  /** Resolves to the numbers of endpoints that each way of reading shows. */
  async function seen({ store }: WatchedStore): Promise<number[]> {
    const one = await store.get('0')
    const names = await allIn(store.names())
    const listed = await all(store.list())
    return [one ? 1 : 0, await store.count(), names.length, listed.length]
  }

  const everything = [1, 1_001, 1_001, 1_001]
  const nothing = [0, 0, 0, 0]

  test.each([false, true])(
    'a clear whose mark cannot be written is refused, and hides nothing (mark on disk: %s)',
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
    'a clear that fails after batch %i takes effect, and is finished later',
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

  test('a clear of an empty store writes nothing', async () => {
    const { store, batches } = await openWatched()
    const before = batches.length
    expect(await store.clear()).toBe(0)
    expect(batches).toHaveLength(before)
  })

  test('reads never see a clear of endpoints half done', async () => {
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

describe('removing without room on disk', () => {
  /** Opens a store with `a` and `b`, in which room can be made this many times. */
  async function openFull(rooms: number): Promise<WatchedStore> {
    const opened = await openWatched()
    await putAll(opened.store, 'a', 'b')
    opened.admission.rooms = rooms
    opened.failNext(noRoom)
    return opened
  }

  test('a removal is tried once more when room is made and the database is reopened', async () => {
    const { store, opens, clock, told } = await openFull(1)
    expect(await store.remove('a')).toBe(true)
    expect(await allIn(store.names())).toEqual(['b'])
    expect(await store.count()).toBe(1)
    expect([opens.length, clock.pending(), told]).toEqual([2, 0, ['full', undefined]])
  })

  test('a removal is not tried a third time', async () => {
    const { store, admission, failNext } = await openFull(2)
    failNext(noRoom, { behind: 1 })
    await expect(store.remove('a')).rejects.toSatisfy(isStoreError('full'))
    expect(admission.roomsAsked).toBe(1)
    expect(await store.remove('a')).toBe(true)
  })

  test('removing and clearing are refused when no room can be made', async () => {
    const { store, opens } = await openFull(0)
    await expect(store.remove('a')).rejects.toSatisfy(isStoreError('full'))
    await expect(store.clear()).rejects.toSatisfy(isStoreError('full'))
    expect(opens).toHaveLength(1)
  })

  test('a removal resolves to true even if its first try removed the endpoint', async () => {
    const { store, failNext, admission } = await openWatched()
    await putAll(store, 'a')
    admission.rooms = 1
    failNext(noRoom, { written: true })
    expect(await store.remove('a')).toBe(true)
    expect(await store.count()).toBe(0)
  })

  test('after a put failed for lack of room, puts are refused and removals succeed', async () => {
    const { store, admission } = await openFull(1)
    await expect(store.put(endpoint('c'))).rejects.toSatisfy(isStoreError('full'))
    await expect(store.put(endpoint('c'))).rejects.toSatisfy(isStoreError('full'))
    expect(admission.roomsAsked).toBe(0)
    expect(await store.remove('a')).toBe(true)
    expect(await allIn(store.names())).toEqual(['b'])
  })

  test('in a commit that is tried once more, puts are refused and removals succeed', async () => {
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

  test('a clear is tried once more when its mark or its removals find no room', async () => {
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
