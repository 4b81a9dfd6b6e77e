// How much room the disk has, and how much of it has to stay free.
import { statfs } from 'node:fs/promises'
import { takenBy } from '../leveldb-files/folder.ts'
import { levelFolder } from './files.ts'

const mebibyte = 1024 * 1024

/**
 * LevelDB makes a table of its log, and merges tables into new ones, before it removes the old ones. A
 * merge takes at most a dozen tables of 4 MiB with those of 10 MiB that they meet.
 */
const mostToMerge = 64 * mebibyte
/** What it writes beside tables. */
const besideTables = mebibyte

export interface Room {
  /** How many bytes are free. */
  readonly free: number
  /** How many of them LevelDB may need for what is there already. */
  readonly needed: number
}

/**
 * The room on the disk of a data folder for so many bytes more. When there is enough whatever LevelDB
 * needs, `needed` is 0, as to look at the files takes time. `findFree` says how many bytes are free;
 * by default, the disk does.
 */
export async function roomFor(
  path: string,
  bytes: number,
  findFree: typeof freeOn = freeOn,
): Promise<Room> {
  const free = await findFree(path)
  if (free >= mostToMerge + bytes) return { free, needed: 0 }
  const { logs, tables, otherTables } = await takenBy(levelFolder(path))
  const needed = Math.min(tables + 2 * logs + besideTables, mostToMerge)
  // Tables that are being made have what they need already.
  return { free, needed: Math.max(0, needed - otherTables) }
}

export async function freeOn(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
