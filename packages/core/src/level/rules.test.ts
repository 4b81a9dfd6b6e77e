// Rules on disk beyond the contract of a store: the format, opening, and reads during a write.
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { type LevelDatabase, openLevelStore } from '../level.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { endpoint, isStoreError, putAll, putRules, rule } from '../store-contract/cases.ts'
import { openWatched } from '../test/watched-store.ts'
import { utf8, writeSynced } from './database.ts'

/** Resolves to a closed database with these entries. */
async function databaseWith(entries: Readonly<Record<string, string>>): Promise<LevelDatabase> {
  const db: LevelDatabase = new MemoryLevel()
  await edit(db, entries)
  return db
}

/** Resolves to a database that a store has closed, with two rules of `a` and one of `b`. */
async function filled(): Promise<LevelDatabase> {
  const db: LevelDatabase = new MemoryLevel()
  const store = await openLevelStore(db)
  await putAll(store, 'a')
  await putRules(store, 'a', '1', '2')
  await putRules(store, 'b', '3')
  await store.close()
  return db
}

/** Puts these entries, and removes those without a value. */
async function edit(
  db: LevelDatabase,
  entries: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await db.open()
  await writeSynced(
    db,
    Object.entries(entries).map(([key, value]) =>
      value === undefined ? { type: 'del', key } : { type: 'put', key, value },
    ),
  )
  await db.close()
}

async function entriesOf(db: LevelDatabase): Promise<Record<string, string>> {
  await db.open()
  const entries: [string, string][] = []
  for await (const entry of db.iterator(utf8)) entries.push(entry)
  await db.close()
  return Object.fromEntries(entries)
}

/** Calls `read`, and rejects if it throws. */
async function reading<T>(read: () => T): Promise<Awaited<T>> {
  return await read()
}

describe('the format', () => {
  const old = { 'meta/format': '1', 'meta/count': '1', 'endpoint/a': '200 0 1' }

  test('the format of a database without rules is that of the previous version', async () => {
    const db = await databaseWith(old)
    const store = await openLevelStore(db)
    expect(await store.get('a')).toEqual(endpoint('a', { data: '1' }))
    await store.put(endpoint('b', { data: '2' }))
    expect(await store.removeRule('1')).toBe(false)
    expect(await store.clearRules()).toBe(0)
    await store.close()
    const expected = { ...old, 'meta/count': '2', 'endpoint/b': '200 0 2' }
    expect(await entriesOf(db)).toEqual(expected)
    const again = await openLevelStore(db)
    await again.clear()
    await again.close()
    expect(await entriesOf(db)).toEqual({ 'meta/format': '1', 'meta/count': '0' })
  })

  test('the first rule is written in one batch with the new format', async () => {
    const { db, store, batches } = await openWatched()
    await putAll(store, 'a')
    const before = batches.length
    await store.putRule(rule('1', 'a', 'text'))
    expect(batches).toHaveLength(before + 1)
    await store.close()
    expect(await entriesOf(db)).toEqual({
      'meta/format': '2',
      'meta/count': '1',
      'meta/rules': '1',
      'endpoint/a': '200 0 {"of":"a test"}',
      'rule/a/0000000000000001': '1/text',
    })
  })

  test('the new format stays when all rules are removed', async () => {
    for (const remove of [
      (store: EndpointStore) => store.removeRule('1'),
      (store: EndpointStore) => store.clearRules(),
      (store: EndpointStore) => store.clear(),
    ]) {
      const db: LevelDatabase = new MemoryLevel()
      const store = await openLevelStore(db)
      await putRules(store, 'a', '1')
      await remove(store)
      await store.close()
      const expected = { 'meta/format': '2', 'meta/count': '0', 'meta/rules': '0' }
      expect(await entriesOf(db)).toEqual(expected)
    }
  })
})

describe('opening a database with rules', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ['is missing', { 'rule/a/0000000000000002': undefined }, 'hold 3 rules, and holds 2'],
    ['has appeared', { 'rule/c/0000000000000009': '9/' }, 'hold 3 rules, and holds 4'],
    ['is there in format 1', { 'meta/format': '1' }, 'hold 0 rules, and holds 3'],
    ['has a key of another kind', { 'rule/a/2': '2/text' }, 'rule cannot be read'],
    ['is there twice', { 'rule/c/0000000000000002': '1/text' }, 'stored twice'],
  ])('a rule that %s is reported at opening', async (_, entries, text) => {
    const db = await filled()
    await edit(db, entries)
    const opening = openLevelStore(db)
    await expect(opening).rejects.toSatisfy(isStoreError('corrupt'))
    await expect(opening).rejects.toThrow(text)
    expect(db.status).toBe('closed')
  })

  test('an unreadable rule makes rulesOf() reject until its endpoint is removed', async () => {
    const db = await filled()
    await edit(db, { 'rule/a/0000000000000002': 'text' })
    const store = await openLevelStore(db)
    expect(store.unreadableRules).toEqual(['a'])
    await expect(reading(() => store.rulesOf('a'))).rejects.toSatisfy(isStoreError('corrupt'))
    expect(await store.rulesOf('b')).toEqual([rule('3', 'b')])
    expect(await store.getRule('1')).toEqual(rule('1'))
    expect(await store.countRules('a')).toBe(2)
    await store.remove('a')
    expect(await store.rulesOf('a')).toEqual([])
    await store.close()
    expect(Object.keys(await entriesOf(db)).filter((key) => key.startsWith('rule/'))).toEqual([
      'rule/b/0000000000000003',
    ])
    const again = await openLevelStore(db)
    expect([again.unreadableRules, await again.countRules()]).toEqual([[], 1])
    await again.close()
  })

  test.each(['meta/rules', 'meta/format', 'meta/count'])(
    'rules are counted again when %s is lost',
    async (key) => {
      const db = await filled()
      const before = await entriesOf(db)
      await edit(db, { [key]: undefined })
      const store = await openLevelStore(db)
      expect([await store.count(), await store.countRules()]).toEqual([1, 3])
      await store.close()
      expect(await entriesOf(db)).toEqual(before)
    },
  )

  test.each([{ 'rule/a/0000000000000001': 'theirs' }, { 'rule/a': '1/text' }])(
    'a database with %j and no format is refused as foreign',
    async (entries) => {
      const opening = openLevelStore(await databaseWith(entries))
      await expect(opening).rejects.toSatisfy(isStoreError('foreign'))
    },
  )

  test('a database with a valid rule and no format is accepted', async () => {
    const store = await openLevelStore(await databaseWith({ 'rule/a/0000000000000007': '1/text' }))
    expect(await store.rulesOf('a')).toEqual([rule('1', 'a', 'text')])
    await putRules(store, 'a', '0')
    expect(await store.rulesOf('a')).toEqual([rule('1', 'a', 'text'), rule('0')])
    await store.close()
  })

  test('opening finishes a clear of rules that was interrupted', async () => {
    const db = await filled()
    await edit(db, { 'meta/clearing': '1', 'endpoint/a': undefined })
    const store = await openLevelStore(db)
    expect([await store.count(), await store.countRules()]).toEqual([0, 0])
    await store.close()
    const expected = { 'meta/format': '2', 'meta/count': '0', 'meta/rules': '0' }
    expect(await entriesOf(db)).toEqual(expected)
  })
})

describe('reading rules', () => {
  test('a read of an unknown rule or of an endpoint without rules is synchronous', async () => {
    const { store } = await openWatched()
    await putRules(store, 'a', '1')
    expect(store.rulesOf('b')).toEqual([])
    expect(store.getRule('2')).toBeUndefined()
  })

  test('a rule is found while it moves to another endpoint, but not during removal', async () => {
    const db: LevelDatabase = new MemoryLevel()
    const batch = db.batch.bind(db)
    let written = (): void => {}
    let tell = Promise.resolve()
    const told = async (...args: Parameters<typeof batch>): Promise<void> => {
      await batch(...args)
      written()
      await tell
    }
    Object.assign(db, { batch: told })
    const store = await openLevelStore(db)
    await putRules(store, 'a', '1')
    for (const [write, expected] of [
      [() => store.putRule(rule('1', 'b')), rule('1', 'b')],
      [() => store.removeRule('1'), undefined],
    ] as const) {
      const isWritten = new Promise<void>((resolve) => {
        written = resolve
      })
      let release = (): void => {}
      tell = new Promise((resolve) => {
        release = resolve
      })
      const writing = write()
      await isWritten
      const found = reading(() => store.getRule('1'))
      await new Promise((resolve) => setImmediate(resolve))
      release()
      expect(await found).toEqual(expected)
      await writing
    }
    await store.close()
  })

  test('a read of a rule that was lost on disk rejects with `corrupt`', async () => {
    const { db, store } = await openWatched()
    await putRules(store, 'a', '1')
    await writeSynced(db, [{ type: 'del', key: 'rule/a/0000000000000001' }])
    await expect(reading(() => store.getRule('1'))).rejects.toSatisfy(isStoreError('corrupt'))
  })
})
