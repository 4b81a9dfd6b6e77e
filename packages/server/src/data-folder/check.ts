// Looks for damage before LevelDB opens the data, because LevelDB silently drops what it cannot
// read.
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@mock-endpoint/core'
import {
  type Contents,
  type Damage,
  type LevelFolder,
  readContents,
} from '../leveldb-files/folder.ts'
import { damagesOfTable } from '../leveldb-files/table.ts'
import { type DataFolder, damaged } from './explain.ts'
import { levelFolder, repairMark, sizeOf } from './files.ts'
import { lockFolder } from './lock.ts'
import { refuseForeign } from './ownership.ts'
import { damagesOfSeal } from './seal.ts'

/** Tables up to this total size in bytes are checked before the start; larger ones, later. */
const checkedAtStart = 8 * 1024 * 1024

/** Milliseconds after the start until tables are checked, when the service has settled. */
const afterStart = 1000

export interface Checked {
  /** The tables that are checked later. */
  readonly unchecked: readonly string[]
  /** The logs that end in an incomplete record, as after a crash. */
  readonly torn: readonly string[]
}

/**
 * Checks the files of a folder. Rejects with a `StoreError`: `foreign` when the folder is not ours,
 * `corrupt` when it is damaged, `locked` when another process may be the cause of the damage.
 */
export async function checkDataFolder(folder: DataFolder): Promise<Checked> {
  const files = levelFolder(folder.path)
  const contents = await readContents(files)
  await refuseForeign(folder, contents)
  const damages = await damagesAround(folder.path, contents)
  const { tables, torn } = contents
  const isLarge = (await sizeOf(files, tables)) > checkedAtStart
  if (damages.length === 0 && isLarge) return { unchecked: tables, torn }
  for await (const damage of damagesOf(files, tables)) damages.push(damage)
  if (damages.length === 0) return { unchecked: [], torn }
  // A write in progress by another process may look like damage. In that case locking rejects.
  const unlock = await lockFolder(folder)
  await unlock?.()
  throw damaged(folder, damages)
}

/**
 * Checks tables while the service runs, so that a large folder is ready as soon as a small one.
 * Resolves to the error, or to `undefined` if all tables are sound or `signal` is aborted.
 */
export async function checkLater(
  folder: DataFolder,
  tables: readonly string[],
  signal: AbortSignal,
): Promise<StoreError | undefined> {
  if (tables.length === 0) return undefined
  await sleep(afterStart, undefined, { signal, ref: false }).catch(() => {})
  let unreadable: StoreError | undefined
  for (const table of tables) {
    if (signal.aborted) return undefined
    try {
      for await (const damage of damagesOf(levelFolder(folder.path), [table])) {
        return damaged(folder, [damage])
      }
    } catch (cause) {
      unreadable ??= new StoreError('unavailable', `${table} cannot be read.`, { cause })
    }
  }
  return unreadable
}

/** Yields the damage in these tables. A table that LevelDB removed meanwhile counts as sound. */
async function* damagesOf(folder: LevelFolder, tables: readonly string[]): AsyncGenerator<Damage> {
  for (const file of tables) {
    const table = await folder.read(file).catch(async (error) => {
      if ((await folder.list()).includes(file)) throw error
    })
    if (table) for (const detail of damagesOfTable(table)) yield { file, detail }
  }
}

/** Returns all damage in a folder that no process has open. */
export async function findDamages(path: string, contents: Contents): Promise<Damage[]> {
  const damages = await damagesAround(path, contents)
  for await (const damage of damagesOf(levelFolder(path), contents.tables)) damages.push(damage)
  return damages
}

/** Returns all damage except that inside tables. */
async function damagesAround(path: string, { damages, torn }: Contents): Promise<Damage[]> {
  const known = new Set(damages.map(({ file }) => file))
  const others = [...(await damagesOfRepair(path)), ...(await damagesOfSeal(path, torn))]
  return [...damages, ...others.filter(({ file }) => !known.has(file))]
}

/** Reports a missing CURRENT after an interrupted repair, which may leave no database files. */
async function damagesOfRepair(path: string): Promise<Damage[]> {
  const files = await levelFolder(path).list()
  const isInterrupted = files.includes(repairMark) && !files.includes('CURRENT')
  return isInterrupted ? [{ file: 'CURRENT', detail: 'is missing' }] : []
}
