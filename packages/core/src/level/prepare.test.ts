import { MemoryLevel } from 'memory-level'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type LevelDatabase, openLevelStore } from '../level.ts'
import { endpoint, isStoreError } from '../store-contract/cases.ts'
import { handClock } from '../test/hand-clock.ts'
import { watchedDatabase } from '../test/watched-database.ts'
import { utf8, writeSynced } from './database.ts'
import { toKey } from './records.ts'

/** Maximum number of endpoints that are counted at every opening. */
const countedAtOpening = 10_000

/** Resolves to a closed database with this number of endpoints. */
async function filled(count: number): Promise<LevelDatabase> {
  const db: LevelDatabase = new MemoryLevel()
  const store = await openLevelStore(db)
  await Promise.all(Array.from({ length: count }, (_, i) => store.put(endpoint(`${i}`))))
  await store.close()
  return db
}

async function lose(db: LevelDatabase, name: string): Promise<void> {
  await db.open()
  await writeSynced(db, [{ type: 'del', key: toKey(name) }])
  await db.close()
}

describe('a missing endpoint', () => {
  test.each([1, countedAtOpening])(
    'a missing endpoint of %i is reported at opening',
    async (count) => {
      const db = await filled(count)
      await lose(db, '0')
      const opening = openLevelStore(db)
      await expect(opening).rejects.toSatisfy(isStoreError('corrupt'))
      await expect(opening).rejects.toThrow(
        `should hold ${count} endpoints, and holds ${count - 1}`,
      )
      expect(db.status).toBe('closed')
    },
  )

  test('a missing endpoint of more than 10,000 is not noticed', async () => {
    const db = await filled(countedAtOpening + 1)
    await lose(db, '0')
    const store = await openLevelStore(db)
    onTestFinished(() => store.close())
    await store.check()
    expect(await store.count()).toBe(countedAtOpening + 1)
  })

  test('a missing endpoint is reported when the database is reopened', async () => {
    const { db, failNext } = watchedDatabase()
    const clock = handClock()
    const store = await openLevelStore(db, { clock })
    onTestFinished(() => store.close())
    await store.put(endpoint('a'))
    await db.batch([{ type: 'del', key: toKey('a') }], { ...utf8, sync: true })
    failNext(new Error('IO error'))
    await expect(store.put(endpoint('b'))).rejects.toSatisfy(isStoreError('unavailable'))
    await clock.fire()
    await expect(store.check()).rejects.toSatisfy(isStoreError('corrupt'))
  })
})

test('an extra endpoint is reported at opening', async () => {
  const db = await filled(1)
  await db.open()
  await writeSynced(db, [{ type: 'put', key: toKey('b'), value: '200 0 1' }])
  await db.close()
  await expect(openLevelStore(db)).rejects.toThrow('should hold 1 endpoints, and holds 2')
})

describe('a database without a format', () => {
  async function databaseWith(...entries: readonly [string, string][]): Promise<LevelDatabase> {
    const db: LevelDatabase = new MemoryLevel()
    await db.open()
    await writeSynced(
      db,
      entries.map(([key, value]) => ({ type: 'put', key, value })),
    )
    await db.close()
    return db
  }

  test.each(['!', 'endpoint/a', 'endpoint0', 'meta/counter', 'meta/count0', '~'])(
    'a database without a format and with the key %s is refused, and not changed',
    async (key) => {
      const db = await databaseWith([key, 'theirs'], ['meta/count', '1'])
      const opening = openLevelStore(db)
      await expect(opening).rejects.toSatisfy(isStoreError('foreign'))
      await expect(opening).rejects.toThrow(`it has the key "${key}"`)
      await db.open()
      const entries: [string, string][] = []
      for await (const entry of db.iterator({ ...utf8 })) entries.push(entry)
      expect(new Map(entries)).toEqual(new Map([[key, 'theirs']]).set('meta/count', '1'))
    },
  )

  test('a database without a format is accepted if empty or with valid endpoints', async () => {
    for (const entries of [[], [['endpoint/a', '200 0 1']]] as [string, string][][]) {
      const store = await openLevelStore(await databaseWith(...entries))
      expect(await store.count()).toBe(entries.length)
      await store.close()
    }
  })
})
