// LevelDB passes over a log that it cannot read at its opening, says so in its diary alone, and
// deletes the log. So the logs are kept until it has read them, and else written again.
import { entriesOfLog } from '../level-files/entries.ts'
import {
  keptLogsOf,
  keptSuffix,
  type LevelFolder,
  liveLogsOf,
  readLogFile,
} from '../level-files/folder.ts'
import { type BatchOperation, type LevelDatabase, writeSynced } from './database.ts'

/** The files of a database, which the store keeps and removes beside LevelDB. */
export interface DatabaseFiles extends LevelFolder {
  /** Gives the file a second name, or makes a copy. Nothing happens when there is one. */
  keep(name: string, as: string): Promise<void>
  remove(name: string): Promise<void>
}

/** What LevelDB writes when it leaves something out. */
const leftOut = /Ignoring error|dropping \d+ bytes/

/** To be called before the database is opened. */
export async function keepLogs(files: DatabaseFiles): Promise<void> {
  for (const name of await liveLogsOf(files)) await files.keep(name, name + keptSuffix)
}

/**
 * To be called when the database has been opened, and before anything is written. When it fails, the
 * logs stay for the next opening.
 */
export async function replayLogs(files: DatabaseFiles, db: LevelDatabase): Promise<void> {
  const kept = keptLogsOf(await files.list())
  if (!(await hasRead(files, kept))) await writeAgain(files, kept, db)
  for (const name of kept) await files.remove(name)
}

/** Only what it says counts: without a diary nothing is known. */
async function hasRead(files: LevelFolder, logs: readonly string[]): Promise<boolean> {
  if (logs.length === 0) return true
  if (!(await files.list()).includes('LOG')) return false
  const diary = new TextDecoder().decode(await files.read('LOG'))
  const isRead = (name: string): boolean =>
    new RegExp(`Recovering log #${Number.parseInt(name, 10)}\\b`).test(diary)
  return logs.every(isRead) && !leftOut.test(diary)
}

/** A log is younger than every table: nothing that it holds overwrites what is newer. */
async function writeAgain(
  files: LevelFolder,
  logs: readonly string[],
  db: LevelDatabase,
): Promise<void> {
  const operations = new Map<string, BatchOperation>()
  const decoder = new TextDecoder()
  for (const name of logs) {
    const { records } = await readLogFile(files, name)
    for (const { key, value } of entriesOfLog(records)) {
      const removal = { type: 'del', key } as const
      operations.set(key, value ? { type: 'put', key, value: decoder.decode(value) } : removal)
    }
  }
  await writeSynced(db, [...operations.values()])
}
