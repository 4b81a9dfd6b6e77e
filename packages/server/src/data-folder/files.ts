// The files of a data folder, and which of them are whose.
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

/** Of all of them together. One that LevelDB has done away with meanwhile counts nothing. */
export async function sizeOf(folder: LevelFolder, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => folder.size(file).catch(() => 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A second name costs no room, where the file system has them. One that is there is left alone. */
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

/** Whether LevelDB has made that file; not the one that is locked. */
export function isDataFile(name: string): boolean {
  return /^(CURRENT|MANIFEST-\d+|\d+\.(log(\.kept)?|ldb|sst|dbtmp)|LOG(\.old)?)$/.test(name)
}

/** Whether we make a file of that name, or whether one is in a folder that is empty to people. */
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

/** Whether a repair of ours has begun to replace the files, and has not come to its end. */
export async function isUnderRepair(path: string, files: readonly string[]): Promise<boolean> {
  if (!files.includes(repairMark)) return false
  return (await readFile(join(path, repairMark), 'utf8')).startsWith('before-repair-')
}

/** Names the copy of a repair while the old files give way to the new ones. */
export const repairMark = 'repair-under-way'

/** Holds room on the disk, so that endpoints can be removed when there is none left. */
export const reserveFile = 'reserve-for-a-full-disk'

/** Tells how a clean stop has left the files. */
export const sealFile = 'clean-stop.json'

/** The certificate of the authority: what clients trust. While it is written, its name is longer. */
export const authorityFile = 'ca.pem'

/** The same certificate, and its key. */
export const authorityKeyFile = 'ca-key.pem'
