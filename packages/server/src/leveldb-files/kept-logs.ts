// When LevelDB opens a database and cannot read a log, it skips and deletes the log, and only says so
// in its file LOG. So we keep the logs, and write again what LevelDB did not read.
import { entriesOfLog } from './entries.ts'
import { keptLogsOf, keptSuffix, type LevelFolder, liveLogsOf, readLogFile } from './folder.ts'

/** A folder whose files can also be kept and removed. */
export interface KeepingFolder extends LevelFolder {
  /** Gives the file a second name, or makes a copy. Does nothing when there is one. */
  keep(name: string, as: string): Promise<void>
  remove(name: string): Promise<void>
}

/** What is written to the database again. */
export type LostWrite = { type: 'put'; key: string; value: string } | { type: 'del'; key: string }

/** What LevelDB writes when it leaves something out. */
const leftOut = /Ignoring error|dropping \d+ bytes/

/** Call it before the database is opened. */
export async function keepLogs(folder: KeepingFolder): Promise<void> {
  for (const name of await liveLogsOf(folder)) await folder.keep(name, name + keptSuffix)
}

/**
 * Call it when the database has been opened, before anything is written. When it fails, the logs
 * stay for the next opening.
 */
export async function replayLogs(
  folder: KeepingFolder,
  write: (writes: readonly LostWrite[]) => Promise<void>,
): Promise<void> {
  const kept = keptLogsOf(await folder.list())
  if (!(await hasRead(folder, kept))) await write(await writesIn(folder, kept))
  for (const name of kept) await folder.remove(name)
}

/** Only what LOG says counts: without it we know nothing. */
async function hasRead(folder: LevelFolder, logs: readonly string[]): Promise<boolean> {
  if (logs.length === 0) return true
  if (!(await folder.list()).includes('LOG')) return false
  const diary = new TextDecoder().decode(await folder.read('LOG'))
  const isRead = (name: string): boolean =>
    new RegExp(`Recovering log #${Number.parseInt(name, 10)}\\b`).test(diary)
  return logs.every(isRead) && !leftOut.test(diary)
}

/** A log is younger than every table, so none of its writes overwrites a newer one. */
async function writesIn(folder: LevelFolder, logs: readonly string[]): Promise<LostWrite[]> {
  const writes = new Map<string, LostWrite>()
  const decoder = new TextDecoder()
  for (const name of logs) {
    const { records } = await readLogFile(folder, name)
    for (const { key, value } of entriesOfLog(records)) {
      const removal = { type: 'del', key } as const
      writes.set(key, value ? { type: 'put', key, value: decoder.decode(value) } : removal)
    }
  }
  return [...writes.values()]
}
