// The files of a data folder, and which of them are LevelDB's, ours or another program's.
import { copyFile, link, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@mock-endpoint/core'
import type { LevelFolder } from '../leveldb-files/folder.ts'
import type { KeepingFolder } from '../leveldb-files/kept-logs.ts'

export function levelFolder(path: string): KeepingFolder {
  return {
    list: () => readdir(path),
    size: async (name) => (await stat(join(path, name))).size,
    read: (name) => readFile(join(path, name)),
    keep: (name, as) => keepFile(join(path, name), join(path, as)),
    remove: (name) => rm(join(path, name)),
  }
}

/** Returns the total size in bytes. A file that LevelDB removed meanwhile counts as 0. */
export async function sizeOf(folder: LevelFolder, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => folder.size(file).catch(() => 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Adds a hard link, which takes no room, or makes a copy. Leaves an existing file as it is. */
export async function keepFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    await copyFile(from, to)
    const handle = await open(to, 'r+')
    await handle.sync().finally(() => handle.close())
  }
}

/** Whether that file is LevelDB's or a kept log of its database. The file LOCK does not count. */
export function isDataFile(name: string): boolean {
  return /^(CURRENT|MANIFEST-\d+|\d+\.(log(\.kept)?|ldb|sst|dbtmp)|LOG(\.old)?)$/.test(name)
}

/** Whether a data folder, or a folder that looks empty to users, may have a file of that name. */
export function isOurFile(name: string): boolean {
  if (isDataFile(name) || /^(before-repair-|lock-|ca(-key)?\.pem)/.test(name)) return true
  return [
    'LOCK',
    repairMark,
    'repairing',
    reserveFile,
    sealFile,
    ...['.gitignore', '.gitkeep', '.DS_Store', 'lost+found'],
  ].includes(name)
}

/** Whether a repair of ours has begun to replace the files and has not finished. */
export async function isUnderRepair(path: string, files: readonly string[]): Promise<boolean> {
  if (!files.includes(repairMark)) return false
  return (await readFile(join(path, repairMark), 'utf8')).startsWith('before-repair-')
}

/** The file with the name of a repair's copy, while new files replace the old ones. */
export const repairMark = 'repair-under-way'

/** The file that reserves disk space, so that endpoints can be removed on a full disk. */
export const reserveFile = 'reserve-for-a-full-disk'

/** The file with the sizes of the files after a clean stop. */
export const sealFile = 'clean-stop.json'

/** The authority's certificate, which clients trust. Its name is longer while it is written. */
export const authorityFile = 'ca.pem'

/** The file with the same certificate and its key. */
export const authorityKeyFile = 'ca-key.pem'
