// How much room the disk has, and how much of it has to stay free.
import { statfs } from 'node:fs/promises'
import { takenBy } from '../leveldb-files/folder.ts'
import { levelFolder } from './files.ts'

const mebibyte = 1024 * 1024

/**
 * Most bytes that LevelDB writes before it removes old files, when it makes a table from its log or
 * merges tables. A merge takes at most a dozen tables of 4 MiB, and the tables of 10 MiB that
 * overlap them.
 */
const mostToMerge = 64 * mebibyte
/** Bytes that LevelDB writes in addition to tables. */
const besideTables = mebibyte

export interface Room {
  /** The free bytes. */
  readonly free: number
  /** The bytes of these that LevelDB may need to rewrite its present files. */
  readonly needed: number
}

/**
 * Returns the room on the disk of a data folder for so many more bytes. `needed` is 0 if there is
 * enough in any case, because looking at the files takes time. `findFree` resolves to the free
 * bytes. Default: those of the disk.
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
  // Tables that are being made already take part of that room.
  return { free, needed: Math.max(0, needed - otherTables) }
}

export async function freeOn(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
