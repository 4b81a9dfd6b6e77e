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

/** Tables of so many bytes together are checked before the start, more while the service runs. */
const checkedAtStart = 8 * 1024 * 1024

/** The service has settled by then. */
const afterStart = 1000

export interface Checked {
  /** The tables that are yet to be checked. */
  readonly unchecked: readonly string[]
  /** The logs that break off, as after a crash. */
  readonly torn: readonly string[]
}

/**
 * Rejects with a `StoreError`: `foreign` when the folder is not ours, `corrupt` at damage, `locked`
 * when another process may cause it.
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
  // What another process is just writing may look like damage.
  const unlock = await lockFolder(folder)
  await unlock?.()
  throw damaged(folder, damages)
}

/**
 * Checks the tables while the service runs: a large folder is ready as soon as a small one. Resolves
 * to what is wrong, or to nothing when all is well or it is told to end.
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

/** What is wrong with these tables. One that LevelDB has done away with meanwhile is none. */
async function* damagesOf(folder: LevelFolder, tables: readonly string[]): AsyncGenerator<Damage> {
  for (const file of tables) {
    const table = await folder.read(file).catch(async (error) => {
      if ((await folder.list()).includes(file)) throw error
    })
    if (table) for (const detail of damagesOfTable(table)) yield { file, detail }
  }
}

/** Everything that is wrong with a folder that nobody has open. */
export async function findDamages(path: string, contents: Contents): Promise<Damage[]> {
  const damages = await damagesAround(path, contents)
  for await (const damage of damagesOf(levelFolder(path), contents.tables)) damages.push(damage)
  return damages
}

/** All but those inside tables. */
async function damagesAround(path: string, { damages, torn }: Contents): Promise<Damage[]> {
  const known = new Set(damages.map(({ file }) => file))
  const others = [...(await damagesOfRepair(path)), ...(await damagesOfSeal(path, torn))]
  return [...damages, ...others.filter(({ file }) => !known.has(file))]
}

/** In the middle of a repair that was interrupted there may be no file at all. */
async function damagesOfRepair(path: string): Promise<Damage[]> {
  const files = await levelFolder(path).list()
  const isInterrupted = files.includes(repairMark) && !files.includes('CURRENT')
  return isInterrupted ? [{ file: 'CURRENT', detail: 'is missing' }] : []
}
