// The files of a data folder, as core reads them.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LevelFolder } from '@mock-endpoint/core/level-files'

export function levelFolder(path: string): LevelFolder {
  return {
    list: () => readdir(path),
    size: async (name) => (await stat(join(path, name))).size,
    read: (name) => readFile(join(path, name)),
  }
}

/** Whether LevelDB has made that file; not the one that is locked. */
export function isDataFile(name: string): boolean {
  return /^(CURRENT|MANIFEST-\d+|\d+\.(log|ldb|sst|dbtmp)|LOG(\.old)?)$/.test(name)
}

/** Names the copy of a repair while the old files give way to the new ones. */
export const repairMark = 'repair-under-way'
