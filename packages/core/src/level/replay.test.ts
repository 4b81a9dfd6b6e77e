import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type LevelFolder, openLevelStore } from '../level.ts'
import type { EndpointStore } from '../model/store.ts'
import { all, endpoint } from '../store-contract/cases.ts'

// What an opening does whose log cannot be read: the log is gone, and the diary tells of it.
const diary = '2026/11/21-18:29:57.705037 7f23 Ignoring error IO error: Too many open files'

test('what LevelDB left out of its log is written again', async () => {
  const folder = await filled()
  const store = await openFor(folder, withoutLog(folder, diary))
  expect(await all(store.list())).toEqual([endpoint('a', { data: '2' }), endpoint('c')])
  expect(await store.count()).toBe(2)
})

test('it is there after the next opening', async () => {
  const folder = await filled()
  await (await openFor(folder, withoutLog(folder, diary))).close()
  expect(await all((await openFor(folder)).names())).toEqual(['a', 'c'])
})

test('a diary that tells of nothing leaves the database as it is', async () => {
  const folder = await filled()
  const store = await openFor(folder, withoutLog(folder, '2026/11/21-18:29:57 Recovering log #3'))
  expect(await store.count()).toBe(0)
})

test('files that cannot be read are no reason to open without them', async () => {
  const folder = await filled()
  const files = { ...reader(folder), read: () => Promise.reject(new Error('EIO')) }
  await expect(openLevelStore(folder, { files })).rejects.toMatchObject({ kind: 'unavailable' })
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

async function openFor(folder: string, files?: LevelFolder): Promise<EndpointStore> {
  const store = await openLevelStore(folder, files && { files })
  onTestFinished(() => store.close())
  return store
}

function reader(folder: string): LevelFolder {
  return {
    list: () => readdir(folder),
    size: async (name) => (await stat(join(folder, name))).size,
    read: (name) => readFile(join(folder, name)),
  }
}

/** Takes the log away as soon as it has been read, so that LevelDB does not find it. */
function withoutLog(folder: string, text: string): LevelFolder {
  const files = reader(folder)
  return {
    ...files,
    async read(name) {
      if (name === 'LOG') return new TextEncoder().encode(text)
      const bytes = await files.read(name)
      if (name.endsWith('.log')) await rm(join(folder, name))
      return bytes
    },
  }
}
