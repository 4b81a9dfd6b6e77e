// Files of LevelDB folders in memory, where tests can damage them.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointStore } from '@mock-endpoint/core'
import { openLevelStore } from '@mock-endpoint/core/level'
import { Level } from 'level'
import type { LevelFolder } from '../leveldb-files/folder.ts'

/** The files by their names. */
export type Files = Map<string, Uint8Array>

/** Returns the files of a temporary folder after `write`. */
export async function written(write: (path: string) => Promise<unknown>): Promise<Files> {
  const path = await mkdtemp(join(tmpdir(), 'mock-endpoint-level-'))
  try {
    await write(path)
    return await filesOf(path)
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}

/** Opens the store in a folder, which makes a table of its log, writes, and closes the store. */
export async function inStore(
  path: string,
  write: (store: EndpointStore) => Promise<unknown> = async () => {},
): Promise<void> {
  const store = await openLevelStore(path)
  await write(store)
  await store.close()
}

/** Moves everything to the last level of tables. */
export async function compact(path: string): Promise<void> {
  const db: Level & { compactRange?(start: string, end: string): Promise<void> } = new Level(path)
  await db.open()
  await db.compactRange?.('', '~')
  await db.close()
}

export async function filesOf(path: string): Promise<Files> {
  const names = await readdir(path)
  const read = async (name: string) => [name, new Uint8Array(await readFile(join(path, name)))]
  return new Map((await Promise.all(names.map(read))) as [string, Uint8Array][])
}

export function folderOf(files: Files): LevelFolder {
  const read = async (name: string): Promise<Uint8Array> => {
    const bytes = files.get(name)
    if (!bytes) throw new Error(`There is no ${name}.`)
    return bytes
  }
  return {
    list: async () => [...files.keys()],
    size: async (name) => (await read(name)).byteLength,
    read,
  }
}

/** The only file whose name matches, and its bytes. */
export function only(files: Files, name: RegExp): readonly [string, Uint8Array] {
  const [found, another] = [...files].filter(([each]) => name.test(each))
  if (!found || another) throw new Error(`There is not one file like ${name}.`)
  return found
}

/** A copy with one bit, counted from the beginning, changed. */
export function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = bytes.slice()
  copy[bit >>> 3] = (copy[bit >>> 3] as number) ^ (1 << (bit & 7))
  return copy
}

/** Text that cannot be compressed, and is the same each time. */
export function noise(length: number, seed = 1): string {
  let text = ''
  for (let x = seed; text.length < length; x = (x * 48_271) % 2_147_483_647) text += x.toString(36)
  return `"${text.slice(0, length)}"`
}
