import { expect, test } from 'vitest'
import { type LevelRecovery, openLevelStore } from '../level.ts'
import { StoreError } from '../model/store/store.ts'
import { all, endpoint } from '../store-contract/cases.ts'
import { watchedDatabase } from '../test/watched-database.ts'
import { openWatched } from '../test/watched-store.ts'

/** Returns a recovery that notes the status of the database at each call. */
function watchedRecovery(status: () => string): { recovery: LevelRecovery; calls: string[] } {
  const calls: string[] = []
  const note = (what: string) => async () => void calls.push(`${what}: ${status()}`)
  return { recovery: { beforeOpen: note('before'), afterOpen: note('after') }, calls }
}

test('a recovery is called before and after each opening, even after a failed write', async () => {
  let status = () => 'none'
  const { recovery, calls } = watchedRecovery(() => status())
  const { store, db, failNext, clock } = await openWatched({ recovery })
  expect(calls).toEqual(['before: none', 'after: none'])
  status = () => db.status
  failNext(new Error('IO error'))
  await expect(store.put(endpoint('a'))).rejects.toBeInstanceOf(StoreError)
  await clock.fire()
  expect(calls.slice(2)).toEqual(['before: closed', 'after: open'])
})

test('the writes of a recovery are synced, counted and visible to the first read', async () => {
  const { db, batches } = watchedDatabase()
  const put = { type: 'put', key: 'endpoint/a', value: '200 0 1' } as const
  const afterOpen: LevelRecovery['afterOpen'] = async (write) => {
    await write([put, { type: 'del', key: 'endpoint/none' }])
    expect(batches).toMatchObject([{ sync: true }])
  }
  const store = await openLevelStore(db, { recovery: { beforeOpen: async () => {}, afterOpen } })
  expect(await all(store.list())).toEqual([endpoint('a', { data: '1' })])
  expect(await store.count()).toBe(1)
  await store.close()
})

test.each(['beforeOpen', 'afterOpen'] as const)('opening fails when %s fails', async (method) => {
  const { db, opens } = watchedDatabase()
  const cause = new Error('EIO')
  const { recovery } = watchedRecovery(() => '')
  const broken = { ...recovery, [method]: () => Promise.reject(cause) }
  const opening = openLevelStore(db, { recovery: broken })
  await expect(opening).rejects.toMatchObject({ kind: 'unavailable', cause })
  expect(opens).toHaveLength(method === 'beforeOpen' ? 0 : 1)
  if (method === 'afterOpen') expect(db.status).toBe('closed')
  await db.close()
})

test('the database is reopened later when its recovery fails', async () => {
  let isBroken = false
  const fail = async (): Promise<void> => {
    if (isBroken) throw new Error('EIO')
  }
  const recovery = { beforeOpen: fail, afterOpen: async () => {} }
  const { store, failNext, clock, told } = await openWatched({ recovery })
  failNext(new Error('IO error'))
  await expect(store.put(endpoint('a'))).rejects.toBeInstanceOf(StoreError)
  isBroken = true
  await clock.fire()
  await expect(store.check()).rejects.toMatchObject({ kind: 'unavailable' })
  isBroken = false
  await clock.fire()
  await store.put(endpoint('a'))
  expect(told).toEqual(['unavailable', undefined])
})
