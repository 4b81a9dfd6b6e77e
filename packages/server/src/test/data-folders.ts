// Data folders for tests: filled through the store, read back, and damaged.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint, EndpointStore } from '@mock-endpoint/core'
import type { StoredRule } from '@mock-endpoint/core/level'
import { onTestFinished } from 'vitest'
import type { DataFolder } from '../data-folder/explain.ts'
import { openDataFolder } from '../data-folder/open.ts'
import { freshFolder } from './daemon.ts'

export function endpoint(name: string, data = '1'): Endpoint {
  return { name, data, statusCode: 200, delay: 0 }
}

export function rule(id: string, of = 'a', text = `rule ${id}`): StoredRule {
  return { id, endpoint: of, text }
}

export async function fresh(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

/** The folder, with option names for its messages that no real caller uses. */
export function folderAt(path: string): DataFolder {
  const names = { dataDir: 'DIR', memory: 'MEMORY', minFree: 'FREE', repair: 'REPAIR' }
  return { path, names }
}

/** Opens the folder, writes, and closes it as a clean stop does. */
export async function inFolder<T>(
  path: string,
  use: (store: EndpointStore) => Promise<T>,
): Promise<T> {
  const store = await openDataFolder(path, { minFree: 0 })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

export async function putAll(store: EndpointStore, names: readonly string[]): Promise<void> {
  for (const name of names) await store.put(endpoint(name))
}

/** A folder with a table of the first names and a log of the others, after a clean stop. */
export async function filled(
  inTable: readonly string[] = ['a', 'b'],
  inLog: readonly string[] = ['c', 'd'],
): Promise<string> {
  const path = join(await fresh(), 'data')
  await inFolder(path, (store) => putAll(store, inTable))
  await inFolder(path, (store) => putAll(store, inLog))
  return path
}

/**
 * A folder with eleven endpoints of 1 MiB that cannot be compressed: too much to be checked at the
 * start, and too few tables for LevelDB to merge.
 */
export async function filledWithMuch(): Promise<string> {
  const path = join(await fresh(), 'data')
  await inFolder(path, async (store) => {
    for (let i = 10; i < 21; i++) {
      let data = ''
      for (let x = i; data.length < 2 ** 20; x = (x * 48_271) % 2_147_483_647) data += x
      await store.put(endpoint(`${i}`, `"${data}"`))
    }
  })
  await inFolder(path, async () => {})
  return path
}

export async function namesIn(path: string): Promise<string[]> {
  return inFolder(path, async (store) => {
    const names: string[] = []
    for await (const page of store.names()) names.push(...page)
    return names
  })
}

export async function rulesIn(path: string, of: string): Promise<readonly StoredRule[]> {
  return inFolder(path, async (store) => store.rulesOf(of))
}

/** Copies the folder as a crash would leave it. */
export async function copyOf(path: string): Promise<string> {
  const copy = join(await fresh(), 'data')
  await cp(path, copy, { recursive: true })
  return copy
}

/** The name of the file of a kind: `CURRENT`, `MANIFEST`, `.ldb` or `.log`. */
export async function fileLike(path: string, kind: string): Promise<string> {
  const found = (await readdir(path)).find((name) => name.startsWith(kind) || name.endsWith(kind))
  if (found === undefined) throw new Error(`There is no ${kind} in ${path}.`)
  return found
}

/** Removes the file of a kind, and returns its name. */
export async function lose(path: string, kind: string): Promise<string> {
  const file = await fileLike(path, kind)
  await rm(join(path, file))
  return file
}

/** Changes the byte at `at` of a file, from the end if negative, and returns the file's name. */
export async function damage(path: string, kind: string, at: number): Promise<string> {
  const file = await fileLike(path, kind)
  const bytes = await readFile(join(path, file))
  const from = at < 0 ? bytes.byteLength + at : at
  bytes[from] = (bytes[from] ?? 0) ^ 1
  await writeFile(join(path, file), bytes)
  return file
}

/** Cuts bytes from the end of a file, and returns the file's name. */
export async function cut(path: string, kind: string, bytes: number): Promise<string> {
  const file = await fileLike(path, kind)
  const content = await readFile(join(path, file))
  await writeFile(join(path, file), content.subarray(0, -bytes))
  return file
}
