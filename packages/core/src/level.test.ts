import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Level } from 'level'
import { MemoryLevel } from 'memory-level'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type LevelDatabase, openLevelStore } from './level.ts'
import type { EndpointStore } from './model/store/store.ts'
import { all, allIn, endpoint, exactData, isStoreError } from './store-contract/cases.ts'
import { describeStore, reopenedForReads } from './store-contract.ts'
import { watchedDatabase } from './test/watched-database.ts'

const stores: Record<string, () => Promise<EndpointStore>> = {
  'on a folder': async () => openLevelStore(await freshFolder()),
  'on a folder, opened again before each read': async () => {
    const folder = await freshFolder()
    return reopenedForReads(() => openLevelStore(folder))
  },
  'on a database': () => openLevelStore(new MemoryLevel()),
  'on a database of JSON values': () =>
    openLevelStore(new MemoryLevel<string, unknown>({ valueEncoding: 'json' })),
  'on a database that reads asynchronously': () => {
    const db: LevelDatabase = new MemoryLevel()
    return openLevelStore(Object.assign(db, { supports: { ...db.supports, getSync: false } }))
  },
}

for (const [where, open] of Object.entries(stores)) {
  describeStore(`openLevelStore ${where}`, open, { describe, test })
}

describe('opening a LevelDB store', () => {
  test('opening a folder that is already open is refused', async () => {
    const folder = await freshFolder()
    const store = await openFor(folder)
    await expect(openLevelStore(folder)).rejects.toSatisfy(isStoreError('locked'))
    await store.put(endpoint('a'))
    expect(await store.count()).toBe(1)
  })

  test('opening creates the folder and its parent folders', async () => {
    const folder = join(await freshFolder(), 'above', 'new')
    await openFor(folder)
    expect(await readdir(folder)).toContain('CURRENT')
  })

  test('opening a path that is not a folder is refused', async () => {
    const file = join(await freshFolder(), 'file')
    await writeFile(file, 'text')
    await expect(openLevelStore(file)).rejects.toSatisfy(isStoreError('unavailable'))
    const below = openLevelStore(join(file, 'below'))
    await expect(below).rejects.toSatisfy(isStoreError('unavailable'))
  })

  test.each(['CURRENT', 'MANIFEST'])('a folder with a damaged %s is refused', async (damaged) => {
    const folder = await folderWith('a')
    const files = (await readdir(folder)).filter((file) => file.startsWith(damaged))
    for (const file of files) await writeFile(join(folder, file), 'garbage'.repeat(100))
    await expect(openLevelStore(folder)).rejects.toSatisfy(isStoreError('corrupt'))
  })

  test('opening a folder without its MANIFEST is refused', async () => {
    const folder = await folderWith('a')
    const files = (await readdir(folder)).filter((file) => file.startsWith('MANIFEST'))
    for (const file of files) await rm(join(folder, file))
    await expect(openLevelStore(folder)).rejects.toSatisfy(isStoreError('corrupt'))
  })

  test('opening a store of an unknown format is refused and does not change it', async () => {
    const folder = await folderWith('a')
    await edit(folder, (db) => db.put('meta/format', '3'))
    await expect(openLevelStore(folder)).rejects.toSatisfy(isStoreError('unavailable'))
    await expect(openLevelStore(folder)).rejects.toThrow(
      'format 3; this version reads formats 1 and 2',
    )
    await edit(folder, async (db) => expect(await db.get('meta/format')).toBe('3'))
  })

  test('opening a store finishes an interrupted clear', async () => {
    const folder = await folderWith('a', 'b', 'c')
    await edit(folder, async (db) => {
      await db.put('meta/clearing', '1')
      await db.del('endpoint/a')
    })
    const cleared = await openLevelStore(folder)
    expect(await cleared.count()).toBe(0)
    expect(await allIn(cleared.names())).toEqual([])
    await cleared.put(endpoint('d'))
    await cleared.close()
    const store = await openFor(folder)
    expect(await store.count()).toBe(1)
    expect(await allIn(store.names())).toEqual(['d'])
  })

  test.each(['meta/count', 'meta/format'])('endpoints are counted if %s is lost', async (key) => {
    const folder = await folderWith('a', 'b', 'c')
    await edit(folder, (db) => db.del(key))
    const store = await openFor(folder)
    expect(await store.count()).toBe(3)
    await store.remove('b')
    expect(await store.count()).toBe(2)
  })
})

describe('reading a LevelDB store', () => {
  const garbage = ['', ' ', '200', '200 0', '200 0 ', 'x 0 1', '200 x 1', '99 0 1', '200 -1 1']

  test.each([...garbage, '200.5 0 1', '{"statusCode":200}'])(
    'reading the stored value "%s" is refused, and other endpoints are read',
    async (value) => {
      const folder = await folderWith('a', 'b')
      await edit(folder, (db) => db.put('endpoint/a', value))
      const store = await openFor(folder)
      await expect((async () => store.get('a'))()).rejects.toSatisfy(isStoreError('corrupt'))
      await expect(all(store.list())).rejects.toSatisfy(isStoreError('corrupt'))
      expect(await store.get('b')).toStrictEqual(endpoint('b'))
      expect(await allIn(store.names())).toEqual(['a', 'b'])
    },
  )

  test('other keys in the database are neither read nor cleared', async () => {
    const folder = await folderWith('a')
    await edit(folder, async (db) => {
      for (const key of ['!', 'endpoin', 'endpoint', 'endpoint0', 'other/a', '~']) {
        await db.put(key, 'of another')
      }
    })
    const store = await openFor(folder)
    expect(await allIn(store.names({ after: 'a' }))).toEqual([])
    expect(await allIn(store.names())).toEqual(['a'])
    expect(await store.clear()).toBe(1)
    await store.close()
    await edit(folder, async (db) => expect(await db.get('endpoint0')).toBe('of another'))
  })
})

describe('writing to a LevelDB store', () => {
  test('every batch of writes is synced', async () => {
    const { db, batches } = watchedDatabase()
    const store = await openFor(db)
    await store.put(endpoint('a'))
    await store.remove('a')
    await store.put(endpoint('a'))
    await store.clear()
    expect(batches.length).toBeGreaterThanOrEqual(4)
    expect(batches.every(({ sync }) => sync)).toBe(true)
  })

  test('writes that wait together share one batch', async () => {
    const { db, batches, hold } = watchedDatabase()
    const store = await openFor(db)
    const opened = batches.length
    const held = hold()
    const first = store.put(endpoint('first'))
    await held.reached
    const others = Array.from({ length: 50 }, (_, i) => store.put(endpoint(`other ${i}`)))
    held.release()
    await Promise.all([first, ...others])
    expect(batches).toHaveLength(opened + 2)
    expect(await store.count()).toBe(51)
  })

  test('twenty endpoints of a megabyte are written at the same time', async () => {
    const store = await openFor(await freshFolder())
    const data = exactData.find(([what]) => what === 'a megabyte of ASCII')?.[1] ?? ''
    const names = Array.from({ length: 20 }, (_, i) => `large ${i + 10}`)
    await Promise.all(names.map((name) => store.put(endpoint(name, { data }))))
    expect(await allIn(store.names())).toEqual(names)
    expect(await store.count()).toBe(20)
  })

  test('writes are refused after a failed one, and reads still work', async () => {
    const { db, batches, failNext } = watchedDatabase()
    const store = await openFor(db)
    await store.put(endpoint('a'))
    await store.put(endpoint('z'))
    failNext(new Error('IO error: 000003.log: No space left on device'))
    const together = await Promise.allSettled([store.put(endpoint('b')), store.remove('a')])
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const before = batches.length
    for (const write of [() => store.put(endpoint('c')), () => store.remove('a'), store.clear]) {
      await expect(write()).rejects.toSatisfy(isStoreError('full'))
    }
    expect(batches).toHaveLength(before)
    await expect(store.check()).rejects.toSatisfy(isStoreError('full'))
    expect(await store.get('z')).toStrictEqual(endpoint('z'))
    expect(await allIn(store.names())).toEqual(['a', 'z'])
    expect(await store.count()).toBe(2)
  })

  test('a store works when it is opened again after a failed write', async () => {
    const { db, failNext } = watchedDatabase()
    const failing = await openLevelStore(db)
    failNext(new Error('IO error'))
    await expect(failing.put(endpoint('a'))).rejects.toSatisfy(isStoreError('unavailable'))
    await failing.close()
    const store = await openFor(db)
    await store.put(endpoint('b'))
    await store.check()
    expect(await allIn(store.names())).toEqual(['b'])
    expect(await store.count()).toBe(1)
  })
})

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-level-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openFor(database: string | LevelDatabase): ReturnType<typeof openLevelStore> {
  const store = await openLevelStore(database)
  onTestFinished(() => store.close())
  return store
}

async function folderWith(...names: readonly string[]): Promise<string> {
  const folder = await freshFolder()
  const store = await openLevelStore(folder)
  for (const name of names) await store.put(endpoint(name))
  await store.close()
  return folder
}

async function edit(folder: string, change: (db: Level) => Promise<void>): Promise<void> {
  const db = new Level(folder)
  await change(db)
  await db.close()
}
