import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointStore } from '@mock-endpoint/core'
import {
  type LevelDatabase,
  type LevelStoreOptions,
  openLevelStore,
} from '@mock-endpoint/core/level'
import { Level } from 'level'
import { expect, onTestFinished, test } from 'vitest'
import { all, allIn, endpoint } from '../../../core/src/store-contract/cases.ts'
import { type KeepingFolder, keepLogs, replayLogs } from './kept-logs.ts'

test('writes that LevelDB did not read from its log are written again', async () => {
  const folder = await filled()
  const store = await openFor(folder, withoutLog(folder))
  expect(await all(store.list())).toEqual([endpoint('a', { data: '2' }), endpoint('c')])
  expect(await store.count()).toBe(2)
  await store.close()
  expect(await allIn((await openFor(folder)).names())).toEqual(['a', 'c'])
})

test.each([
  ['passes over the log', 'Ignoring error IO error: Too many open files'],
  ['drops a part of it', 'Recovering log #3\n000003.log: dropping 99 bytes; Corruption'],
  ['says nothing', ''],
])('the log is written again when the diary %s', async (_, diary) => {
  const folder = await filled()
  const store = await openFor(folder, { ...withoutLog(folder), ...diaryOf(folder, diary) })
  expect(await store.count()).toBe(2)
})

test('a log that LevelDB has read is not written again', async () => {
  const folder = await filled()
  const files = { ...withoutLog(folder), ...diaryOf(folder, '1 Recovering log #3\n') }
  expect(await (await openFor(folder, files)).count()).toBe(0)
})

test('the next opening writes a log again if that failed in the last one', async () => {
  const folder = await filled()
  const db: LevelDatabase = new Level(folder)
  await db.close()
  const batch = () => Promise.reject(new Error('No space left on device'))
  const full = Object.assign(db, { batch })
  const opening = openLevelStore(full, keeping(withoutLog(folder)))
  await expect(opening).rejects.toMatchObject({ kind: 'full' })
  expect(await readdir(folder)).toEqual(expect.arrayContaining([expect.stringMatching(/kept$/)]))
  const store = await openFor(folder, reader(folder))
  expect(await allIn(store.names())).toEqual(['a', 'c'])
  expect((await readdir(folder)).filter((name) => name.endsWith('.kept'))).toEqual([])
})

test('a store whose log files cannot be read is not opened without them', async () => {
  const folder = await filled()
  const files = { ...reader(folder), list: () => Promise.reject(new Error('EIO')) }
  await expect(openLevelStore(folder, keeping(files))).rejects.toMatchObject({
    kind: 'unavailable',
  })
  expect(await (await openFor(folder)).count()).toBe(2)
})

async function filled(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-replay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = await openLevelStore(folder)
  await store.put(endpoint('a', { data: '1' }))
  await store.put(endpoint('b'))
  await store.put(endpoint('a', { data: '2' }))
  await store.remove('b')
  await store.put(endpoint('c'))
  await store.close()
  return folder
}

/** The options of a store whose logs are kept while it is opened. */
function keeping(files: KeepingFolder): LevelStoreOptions {
  return {
    recovery: {
      beforeOpen: () => keepLogs(files),
      afterOpen: (write) => replayLogs(files, write),
    },
  }
}

async function openFor(folder: string, files?: KeepingFolder): Promise<EndpointStore> {
  const store = await openLevelStore(folder, files && keeping(files))
  onTestFinished(() => store.close())
  return store
}

function reader(folder: string): KeepingFolder {
  return {
    list: () => readdir(folder),
    size: async (name) => (await stat(join(folder, name))).size,
    read: (name) => readFile(join(folder, name)),
    keep: (name, as) => copyFile(join(folder, name), join(folder, as)),
    remove: (name) => rm(join(folder, name)),
  }
}

/** Removes the log as soon as it is kept, so that LevelDB does not find it. */
function withoutLog(folder: string): KeepingFolder {
  const files = reader(folder)
  return {
    ...files,
    async keep(name, as) {
      await files.keep(name, as)
      await rm(join(folder, name))
    },
  }
}

function diaryOf(folder: string, text: string): Pick<KeepingFolder, 'read'> {
  const { read } = reader(folder)
  return {
    read: async (name) => (name === 'LOG' ? new TextEncoder().encode(text) : read(name)),
  }
}
