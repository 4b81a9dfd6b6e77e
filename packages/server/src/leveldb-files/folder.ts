// The folder of a LevelDB database: its files, and whether they belong together.
import { type Log, readLog } from './log.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** Access to the files of a folder. */
export interface LevelFolder {
  /** Resolves to the names of the files. */
  list(): Promise<readonly string[]>
  size(name: string): Promise<number>
  read(name: string): Promise<Uint8Array>
}

/** Suffix of the name under which a log is kept during an opening, which may delete the log. */
export const keptSuffix = '.kept'

/** Damage to a file. */
export interface Damage {
  readonly file: string
  /** Follows the name of the file in a message, such as `is missing`. */
  readonly detail: string
}

export interface Contents {
  /** The tables that contain current data, or all tables if the manifest is not usable. */
  readonly tables: readonly string[]
  /** The logs that contain current data, or all logs, in the order in which they were written. */
  readonly logs: readonly string[]
  /** All damage except that inside tables. */
  readonly damages: readonly Damage[]
  /** Logs that end in an incomplete record, as after a crash. That write was not acknowledged. */
  readonly torn: readonly string[]
}

const table = /^(\d+)\.(ldb|sst)$/
const log = /^(\d+)\.log$/
const keptLog = /^(\d+)\.log\.kept$/

/** Returns the contents of a folder. A folder without LevelDB files has no damage. */
export async function readContents(folder: LevelFolder): Promise<Contents> {
  const files = await folder.list()
  const all = { tables: numbered(files, table), logs: numbered(files, log) }
  const damages: Damage[] = []
  const torn: string[] = []
  const manifest = await currentManifest(folder, files, (damage) => damages.push(damage))
  if (manifest) damages.push(...(await missing(folder, files, manifest)))
  const known = manifest?.isWhole ? manifest : undefined
  const isLive = (number: number) => !known || known.tables.has(number)
  const isLiveLog = (number: number) => !known || number >= known.log
  const live = [...all.logs].filter(([number]) => isLiveLog(number)).map(([, file]) => file)
  const logs = [...keptLogsOf(files), ...live]
  for (const file of logs) {
    const { damages: wrong, tornAt } = await readLogFile(folder, file)
    damages.push(...wrong.map((detail) => ({ file, detail })))
    if (tornAt !== undefined) torn.push(file)
  }
  const tables = [...all.tables].filter(([number]) => isLive(number)).map(([, file]) => file)
  return { tables, logs, damages, torn }
}

/** Returns the logs that an opening will read. */
export async function liveLogsOf(folder: LevelFolder): Promise<string[]> {
  const files = await folder.list()
  const manifest = await currentManifest(folder, files, () => {})
  const logs = [...numbered(files, log)]
  return logs.filter(([number]) => number >= (manifest?.log ?? 0)).map(([, file]) => file)
}

/** The sizes in bytes of the files of an open database. */
export interface Taken {
  readonly logs: number
  /** Tables that contain current data. */
  readonly tables: number
  /** Tables that LevelDB is making or removing. */
  readonly otherTables: number
}

/** Returns the sizes of the files. A file that LevelDB removed meanwhile counts as 0. */
export async function takenBy(folder: LevelFolder): Promise<Taken> {
  const files = await folder.list()
  const tables =
    (await currentManifest(folder, files, () => {}))?.tables ?? new Map<number, number>()
  const others = [...numbered(files, table)].filter(([number]) => !tables.has(number))
  const sizes = async (some: Iterable<string>): Promise<number> =>
    total(await Promise.all([...some].map((file) => folder.size(file).catch(() => 0))))
  return {
    logs: await sizes(numbered(files, log).values()),
    tables: total(tables.values()),
    otherTables: await sizes(others.map(([, file]) => file)),
  }
}

function total(sizes: Iterable<number>): number {
  return [...sizes].reduce((sum, size) => sum + size, 0)
}

/** Returns the tables that may have a key: without a complete manifest, also those not in it. */
export async function tablesWith(folder: LevelFolder, key: string): Promise<string[]> {
  const files = await folder.list()
  const manifest = await currentManifest(folder, files, () => {})
  const bytes = new TextEncoder().encode(key)
  const mayHold = (number: number): boolean => {
    const range = manifest?.ranges.get(number)
    if (!range) return !manifest?.isWhole
    const [first, last] = range
    return Buffer.compare(first, bytes) <= 0 && Buffer.compare(bytes, last) <= 0
  }
  return [...numbered(files, table)].filter(([number]) => mayHold(number)).map(([, file]) => file)
}

/** Returns the logs kept by an opening that never finished. They may have writes that it lost. */
export function keptLogsOf(files: readonly string[]): string[] {
  return [...numbered(files, keptLog).values()]
}

export async function readLogFile(folder: LevelFolder, file: string): Promise<Log> {
  return readLog(await folder.read(file))
}

/** Whether a file shows a complete first start. An interrupted one leaves only manifest 1. */
function isOfOpened(file: string): boolean {
  return table.test(file) || log.test(file) || (/^MANIFEST-/.test(file) && !/-0*1$/.test(file))
}

/** Returns the files of a kind by their numbers, in ascending order. */
function numbered(files: readonly string[], kind: RegExp): ReadonlyMap<number, string> {
  const found = files.map((file) => [Number(kind.exec(file)?.[1] ?? Number.NaN), file] as const)
  return new Map(found.filter(([number]) => number >= 0).sort(([a], [b]) => a - b))
}

interface CurrentManifest extends Manifest {
  /** False if it ends in an incomplete record. It may then be older than some of the files. */
  readonly isWhole: boolean
}

async function currentManifest(
  folder: LevelFolder,
  files: readonly string[],
  damaged: (damage: Damage) => void,
): Promise<CurrentManifest | undefined> {
  if (!files.includes('CURRENT')) {
    if (files.some(isOfOpened)) damaged({ file: 'CURRENT', detail: 'is missing' })
    return undefined
  }
  const current = new TextDecoder().decode(await folder.read('CURRENT'))
  const file = /^(MANIFEST-\d+)\n$/.exec(current)?.[1]
  if (file === undefined) {
    damaged({ file: 'CURRENT', detail: 'names no manifest' })
    return undefined
  }
  if (!files.includes(file)) {
    damaged({ file, detail: 'is missing' })
    return undefined
  }
  try {
    const { records, damages, tornAt } = await readLogFile(folder, file)
    for (const detail of damages) damaged({ file, detail })
    if (damages.length > 0) return undefined
    if (records.length > 0) return { ...readManifest(records), isWhole: tornAt === undefined }
    damaged({ file, detail: 'holds nothing' })
    return undefined
  } catch (error) {
    damaged({
      file,
      detail: `cannot be read: ${error instanceof Error ? error.message : error}`,
    })
    return undefined
  }
}

/** Returns the files of the manifest that are missing or have another size. */
async function missing(
  folder: LevelFolder,
  files: readonly string[],
  manifest: Manifest,
): Promise<Damage[]> {
  const damages: Damage[] = []
  const tables = numbered(files, table)
  for (const [number, size] of manifest.tables) {
    const file = tables.get(number)
    const name = file ?? `${String(number).padStart(6, '0')}.ldb`
    if (file === undefined) damages.push({ file: name, detail: 'is missing' })
    else if ((await folder.size(file)) !== size) {
      damages.push({ file: name, detail: `should have ${size} bytes` })
    }
  }
  // The first manifest of a database is written before its first log.
  if (manifest.log > 0 && !numbered(files, log).has(manifest.log)) {
    damages.push({ file: `${String(manifest.log).padStart(6, '0')}.log`, detail: 'is missing' })
  }
  return damages
}
