import { describe, expect, test } from 'vitest'
import { createApp } from '../index.ts'
import { type EndpointStore, StoreError } from '../model/store/store.ts'
import { all, allIn, endpoint, isStoreError, putAll } from '../store-contract/cases.ts'
import { settle } from '../test/hand-clock.ts'
import { openWatched, type WatchedStore } from '../test/watched-store.ts'

const noRoom = new Error('IO error: 000003.log: No space left on device')
const broken = new Error('IO error: 000003.log: Input/output error')

/** Opens a store with `a` and `z`, whose last write, of `a`, failed. */
async function openFailed(error: Error = noRoom): Promise<WatchedStore> {
  const opened = await openWatched()
  await putAll(opened.store, 'a', 'z')
  await failWrite(opened, error)
  return opened
}

async function failWrite({ store, failNext }: WatchedStore, error: Error = noRoom): Promise<void> {
  failNext(error)
  await expect(store.put(endpoint('a', { data: '2' }))).rejects.toBeInstanceOf(StoreError)
}

/** Calls `get`, and rejects if it throws. */
async function get(store: EndpointStore, name: string): Promise<unknown> {
  return store.get(name)
}

describe('after a failed write', () => {
  test('after a failed write, the writes that wait and all later ones are refused', async () => {
    const { store, batches, hold, failNext, told } = await openWatched()
    const held = hold()
    failNext(noRoom)
    const first = store.put(endpoint('a'))
    await held.reached
    const waiting = [store.put(endpoint('b')), store.remove('a'), store.clear()]
    const settled = Promise.allSettled([first, ...waiting])
    const before = batches.length
    held.release()
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'full' } })
    }
    for (const write of [() => store.put(endpoint('c')), () => store.remove('c'), store.clear]) {
      await expect(write()).rejects.toSatisfy(isStoreError('full'))
    }
    expect(batches).toHaveLength(before)
    expect(told).toEqual(['full'])
  })

  test('check() and the health response report a failed write until recovery', async () => {
    const { store, clock } = await openFailed(broken)
    const message = expect.stringMatching(/^The database cannot be used\. Writes fail until/)
    await expect(store.check()).rejects.toMatchObject({ kind: 'unavailable', message })
    const health = () => createApp({ store }).fetch(new Request('http://localhost/api/health'))
    const degraded = await health()
    expect(degraded.status).toBe(503)
    expect(await degraded.json()).toMatchObject({
      status: 'degraded',
      endpoints: 2,
      reason: message,
    })
    await clock.fire()
    await store.check()
    expect((await health()).status).toBe(200)
  })

  test('records that a failed write left in doubt cannot be read, all others can', async () => {
    const { store, failNext } = await openWatched()
    await putAll(store, 'a', 'b', 'z')
    failNext(noRoom)
    await Promise.allSettled([store.put(endpoint('a', { data: '2' })), store.remove('b')])
    for (const name of ['a', 'b']) {
      await expect(get(store, name)).rejects.toSatisfy(isStoreError('unavailable'))
    }
    expect(await store.get('z')).toEqual(endpoint('z'))
    expect(await store.get('unknown')).toBeUndefined()
    expect(await allIn(store.names())).toEqual(['a', 'b', 'z'])
    expect(await store.count()).toBe(3)
  })
})

describe('reopening the database', () => {
  test('reopening is tried after 0.25 s, then at growing intervals of up to 4 s', async () => {
    const { clock, failOpen, told } = await openFailed()
    failOpen(broken, 6)
    for (let i = 0; i < 6; i++) await clock.fire()
    expect(clock.waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000])
    expect(told).toEqual(['full'])
    await clock.fire()
    expect(told).toEqual(['full', undefined])
    expect(clock.pending()).toBe(0)
  })

  test('the delay before reopening grows until a write succeeds, then starts over', async () => {
    const opened = await openFailed()
    await opened.clock.fire()
    await failWrite(opened)
    await opened.clock.fire()
    await opened.store.put(endpoint('b'))
    await failWrite(opened)
    expect(opened.clock.waits).toEqual([250, 500, 250])
    expect(opened.told).toEqual(['full', undefined, 'full', undefined, 'full'])
  })

  test('reopening does not create a database', async () => {
    const { clock, opens } = await openFailed()
    await clock.fire()
    expect(opens).toEqual([undefined, { createIfMissing: false }])
  })

  test('reopening shows whether the failed write took effect, and counts again', async () => {
    const { store, clock, failNext } = await openWatched()
    await putAll(store, 'a')
    failNext(broken, { written: true })
    await expect(store.put(endpoint('b'))).rejects.toSatisfy(isStoreError('unavailable'))
    expect(await store.count()).toBe(1)
    await clock.fire()
    expect(await store.get('b')).toEqual(endpoint('b'))
    expect(await store.count()).toBe(2)
    await store.put(endpoint('c'))
    expect(await store.count()).toBe(3)
  })

  test('reads wait while the database is being reopened', async () => {
    const { store, clock, holdOpen, db } = await openFailed()
    const held = holdOpen()
    await clock.fire()
    await held.reached
    expect(db.status).toBe('closed')
    const reads = Promise.all([get(store, 'a'), allIn(store.names()), all(store.list())])
    held.release()
    expect(await reads).toEqual([endpoint('a'), ['a', 'z'], [endpoint('a'), endpoint('z')]])
  })

  test('after a failed reopening, reads fail until the next try', async () => {
    const { store, clock, failOpen } = await openFailed()
    failOpen(broken)
    await clock.fire()
    const reads = () => [get(store, 'z'), allIn(store.names()), all(store.list())]
    const unavailable = { kind: 'unavailable', cause: { cause: broken } }
    await Promise.all(reads().map((read) => expect(read).rejects.toMatchObject(unavailable)))
    await expect(store.check()).rejects.toSatisfy(isStoreError('unavailable'))
    expect(await store.count()).toBe(2)
    await clock.fire()
    expect(await Promise.all(reads())).toHaveLength(3)
  })

  test('without room, the database is not reopened and can still be read', async () => {
    const { store, clock, opens, told, admission, db } = await openFailed(broken)
    const { asked } = admission
    asked.length = 0
    admission.refusal = new StoreError('full', 'Too little room.')
    await clock.fire()
    await clock.fire()
    expect(asked).toEqual([4 * 1024 * 1024, 4 * 1024 * 1024])
    expect([opens.length, db.status]).toEqual([1, 'open'])
    expect(await store.get('z')).toEqual(endpoint('z'))
    await expect(get(store, 'a')).rejects.toSatisfy(isStoreError('unavailable'))
    await expect(store.check()).rejects.toMatchObject({
      kind: 'full',
      message: /^Too little room\./,
    })
    admission.refusal = undefined
    await clock.fire()
    await store.put(endpoint('a', { data: '3' }))
    expect(clock.waits).toEqual([250, 500, 1000])
    expect(told).toEqual(['unavailable', undefined])
  })
})

describe('closing', () => {
  /** Expects that the store is closed, has no timer left, and stays closed. */
  async function expectClosed({ store, clock, db, opens }: WatchedStore): Promise<void> {
    const opened = opens.length
    expect([db.status, clock.pending()]).toEqual(['closed', 0])
    await clock.fire()
    expect([db.status, opens.length]).toEqual(['closed', opened])
    await expect(get(store, 'z')).rejects.toSatisfy(isStoreError('unavailable'))
    await expect(store.put(endpoint('z'))).rejects.toThrow('The store is closed.')
  }

  test('closing before the database is reopened cancels the reopening', async () => {
    const opened = await openFailed()
    await opened.store.close()
    await expectClosed(opened)
  })

  test.each([true, false])(
    'closing while the database is being reopened waits for that (it succeeds: %s)',
    async (it) => {
      const opened = await openFailed()
      if (!it) opened.failOpen(broken)
      const held = opened.holdOpen()
      await opened.clock.fire()
      await held.reached
      let isClosed = false
      const closing = opened.store.close().then(() => {
        isClosed = true
      })
      await settle()
      expect(isClosed).toBe(false)
      held.release()
      await closing
      await expectClosed(opened)
    },
  )

  test('closing after a failed reopening cancels the next try', async () => {
    const opened = await openFailed()
    opened.failOpen(broken)
    await opened.clock.fire()
    await opened.store.close()
    await expectClosed(opened)
  })
})
