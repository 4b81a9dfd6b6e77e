// Whose a folder is. Only one that is empty or ours is opened: opening changes the files of a
// database, and those of other programs are not ours to change.
import { decodeRecord, formatKey } from '@mock-endpoint/core/level'
import { entriesIn } from '../leveldb-files/entries.ts'
import { type Contents, type LevelFolder, tablesWith } from '../leveldb-files/folder.ts'
import { damagesOfTable } from '../leveldb-files/table.ts'
import { type DataFolder, foreign, unusable } from './explain.ts'
import { isDataFile, isOurFile, isUnderRepair, levelFolder, sealFile } from './files.ts'

/**
 * Rejects with a `StoreError` (`foreign`) when the folder is neither empty nor ours, and with
 * `unavailable` when a version of ours made it whose format this one does not read. Changes nothing.
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
  // Where nothing tells, there is nothing to lose, unless other files say that it is no data folder.
  if (isOurs ?? (files.includes(sealFile) || others.length === 0)) return
  throw foreign(folder, others)
}

/** Whether there is a store of ours; `undefined` when what can be read does not tell. */
async function hasOurs(folder: LevelFolder, contents: Contents): Promise<boolean | undefined> {
  const { logs } = contents
  // Few of the tables, as each covers a range of keys.
  const tables = await tablesWith(folder, formatKey)
  for await (const { key, value } of entriesIn(folder, { tables, logs })) {
    if (key === formatKey) return decodeRecord(key, toText(value)) !== undefined
  }
  const isSound = contents.damages.length === 0 && (await areSound(folder, tables))
  for await (const { key, value } of entriesIn(folder, contents)) {
    const record = decodeRecord(key, toText(value))
    // In a sound store of ours the format would have been there.
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
