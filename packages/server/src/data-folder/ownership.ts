// Whether a folder is ours. Only an empty folder or ours is opened, because opening changes the
// files of a database, and those of other programs must not change.
import { decodeRecord, formatKey } from '@mock-endpoint/core/level'
import { entriesIn } from '../leveldb-files/entries.ts'
import { type Contents, type LevelFolder, tablesWith } from '../leveldb-files/folder.ts'
import { damagesOfTable } from '../leveldb-files/table.ts'
import { type DataFolder, foreign, unusable } from './explain.ts'
import { isDataFile, isOurFile, isUnderRepair, levelFolder, sealFile } from './files.ts'

/**
 * Rejects with a `StoreError` (`foreign`) when the folder is neither empty nor ours, and with
 * `unavailable` when its format is of a version of ours that this one cannot read. Changes nothing.
 */
export async function refuseForeign(folder: DataFolder, contents: Contents): Promise<void> {
  const { path } = folder
  const files = await levelFolder(path).list()
  const others = files.filter((name) => !isOurFile(name))
  if (await isUnderRepair(path, files)) return
  const hasDatabase = files.some((name) => isDataFile(name) && !/^LOG/.test(name))
  if (!hasDatabase && others.length === 0) return
  if (!hasDatabase) throw foreign(folder, others)
  const isOurs = await hasOurs(levelFolder(path), contents).catch((cause) =>
    Promise.reject(unusable(folder, cause)),
  )
  // If undecided, there is no data to lose. It is refused only if it has other files and no seal.
  if (isOurs ?? (files.includes(sealFile) || others.length === 0)) return
  throw foreign(folder, others)
}

/** Whether the database is a store of ours; `undefined` if no readable entry decides. */
async function hasOurs(folder: LevelFolder, contents: Contents): Promise<boolean | undefined> {
  const { logs } = contents
  // Only a few tables can have the key, because each covers a range of keys.
  const tables = await tablesWith(folder, formatKey)
  for await (const { key, value } of entriesIn(folder, { tables, logs })) {
    if (key === formatKey) return decodeRecord(key, toText(value)) !== undefined
  }
  const isSound = contents.damages.length === 0 && (await areSound(folder, tables))
  for await (const { key, value } of entriesIn(folder, contents)) {
    const record = decodeRecord(key, toText(value))
    // A sound store of ours has its format, so it would have been found above.
    if (isSound || !record) return false
    if (record.endpoint || record.rule) return true
  }
  return undefined
}

async function areSound(folder: LevelFolder, tables: readonly string[]): Promise<boolean> {
  for (const file of tables) {
    if (!damagesOfTable(await folder.read(file)).next().done) return false
  }
  return true
}

function toText(value: Uint8Array | undefined): string | undefined {
  return value && new TextDecoder().decode(value)
}
