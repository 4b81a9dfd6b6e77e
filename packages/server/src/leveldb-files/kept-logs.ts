// When LevelDB opens a database and cannot read a log, it skips and deletes the log, and only notes
// it in its file LOG. So we keep the logs, and repeat the writes that LevelDB did not read.
import { entriesOfLog } from './entries.ts'
import { keptLogsOf, keptSuffix, type LevelFolder, liveLogsOf, readLogFile } from './folder.ts'

/** A folder whose files can also be kept and removed. */
export interface KeepingFolder extends LevelFolder {
  /** Adds a hard link to the file, or copies it. Does nothing if the file `as` exists. */
  keep(name: string, as: string): Promise<void>
  remove(name: string): Promise<void>
}

/** A write that is repeated in the database. */
export type LostWrite = { type: 'put'; key: string; value: string } | { type: 'del'; key: string }

/** The text in LOG when LevelDB has skipped data. */
const leftOut = /Ignoring error|dropping \d+ bytes/

/** Keeps the logs. Call it before the database is opened. */
export async function keepLogs(folder: KeepingFolder): Promise<void> {
  for (const name of await liveLogsOf(folder)) await folder.keep(name, name + keptSuffix)
}

/**
 * Repeats writes that LevelDB did not read, and removes the kept logs. Call it after the database
 * was opened, before anything is written. When it fails, the logs stay for the next opening.
 */
export async function replayLogs(
  folder: KeepingFolder,
  write: (writes: readonly LostWrite[]) => Promise<void>,
): Promise<void> {
  const kept = keptLogsOf(await folder.list())
  if (!(await hasRead(folder, kept))) await write(await writesIn(folder, kept))
  for (const name of kept) await folder.remove(name)
}

/** Whether LOG shows that LevelDB has read all of these logs completely. False without LOG. */
async function hasRead(folder: LevelFolder, logs: readonly string[]): Promise<boolean> {
  if (logs.length === 0) return true
  if (!(await folder.list()).includes('LOG')) return false
  const diary = new TextDecoder().decode(await folder.read('LOG'))
  const isRead = (name: string): boolean =>
    new RegExp(`Recovering log #${Number.parseInt(name, 10)}\\b`).test(diary)
  return logs.every(isRead) && !leftOut.test(diary)
}

/** Returns the last write of each key. Logs are newer than tables, so no newer write is lost. */
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
