// LevelDB passes over a log that it cannot read at its opening, says so in its diary alone, and
// deletes the log. What the log held is written again.
import { entriesOfLog } from '../level-files/entries.ts'
import { type LevelFolder, readContents, readLogFile } from '../level-files/folder.ts'
import { type BatchOperation, type LevelDatabase, writeSynced } from './database.ts'

/** To be called when the database has been opened. */
export type Replay = (db: LevelDatabase) => Promise<void>

/** What LevelDB writes when it leaves something out. */
const leftOut = /Ignoring error|dropping \d+ bytes/

/**
 * Keeps what an opening may do away with: it is a few megabytes. Without a folder nothing is known,
 * and LevelDB is trusted.
 */
export async function prepareReplay(folder: LevelFolder | undefined): Promise<Replay> {
  if (!folder) return async () => {}
  const before = await copyOf(folder)
  return async (db) => {
    if (!(await isLogLeftOut(folder))) return
    const operations = new Map<string, BatchOperation>()
    for (const file of (await readContents(before)).logs) {
      const { records } = await readLogFile(before, file)
      for (const { key, value } of entriesOfLog(records)) {
        const text = value && new TextDecoder().decode(value)
        const put = text === undefined ? undefined : ({ type: 'put', key, value: text } as const)
        operations.set(key, put ?? { type: 'del', key })
      }
    }
    await writeSynced(db, [...operations.values()])
  }
}

/** A log is younger than every table, so nothing that it holds can overwrite what is newer. */
async function copyOf(folder: LevelFolder): Promise<LevelFolder> {
  const names = (await folder.list()).filter((name) => /^CURRENT$|^MANIFEST-|\.log$/.test(name))
  const files = new Map<string, Uint8Array>()
  for (const name of names) files.set(name, await folder.read(name))
  const read = (name: string): Uint8Array => files.get(name) ?? new Uint8Array(0)
  return {
    list: async () => names,
    size: async (name) => read(name).byteLength,
    read: async (name) => read(name),
  }
}

async function isLogLeftOut(folder: LevelFolder): Promise<boolean> {
  if (!(await folder.list()).includes('LOG')) return false
  return leftOut.test(new TextDecoder().decode(await folder.read('LOG')))
}
