// The folder of a LevelDB database: what its files are, and whether they belong together.
import { type Log, readLog } from './log.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** The files of a folder, however they are reached. */
export interface LevelFolder {
  /** Their names. */
  list(): Promise<readonly string[]>
  size(name: string): Promise<number>
  read(name: string): Promise<Uint8Array>
}

/** Ends the name that a log is kept under during an opening, which may delete the log. */
export const keptSuffix = '.kept'

/** Something that is wrong with a file. */
export interface Damage {
  readonly file: string
  /** Follows the name of the file in a message, such as `is missing`. */
  readonly detail: string
}

export interface Contents {
  /** The tables that hold the data now; when the manifest cannot tell, all there are. */
  readonly tables: readonly string[]
  /** The same of the logs, in the order in which they were written. */
  readonly logs: readonly string[]
  /** What is wrong, but for the insides of tables. */
  readonly damages: readonly Damage[]
  /** Logs that break off, as after a crash: the write under way was not acknowledged. */
  readonly torn: readonly string[]
}

const table = /^(\d+)\.(ldb|sst)$/
const log = /^(\d+)\.log$/
const keptLog = /^(\d+)\.log\.kept$/

/** What a folder holds. One with nothing of LevelDB in it is sound. */
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

/** The logs that an opening will read. */
export async function liveLogsOf(folder: LevelFolder): Promise<string[]> {
  const files = await folder.list()
  const manifest = await currentManifest(folder, files, () => {})
  const logs = [...numbered(files, log)]
  return logs.filter(([number]) => number >= (manifest?.log ?? 0)).map(([, file]) => file)
}

/** How many bytes the files of a database take that is open. */
export interface Taken {
  readonly logs: number
  /** Tables that hold the data now. */
  readonly tables: number
  /** Tables that are just being made, or done away with. */
  readonly otherTables: number
}

/** A file that LevelDB has done away with meanwhile takes nothing. */
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

/** The tables that may hold that key: without a manifest that tells, all there are. */
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

/** Logs kept by an opening that never finished; they may hold writes it lost. */
export function keptLogsOf(files: readonly string[]): string[] {
  return [...numbered(files, keptLog).values()]
}

export async function readLogFile(folder: LevelFolder, file: string): Promise<Log> {
  return readLog(await folder.read(file))
}

/** A first start that was cut short leaves nothing but the first manifest. */
function isOfOpened(file: string): boolean {
  return table.test(file) || log.test(file) || (/^MANIFEST-/.test(file) && !/-0*1$/.test(file))
}

/** By their numbers, in order. */
function numbered(files: readonly string[], kind: RegExp): ReadonlyMap<number, string> {
  const found = files.map((file) => [Number(kind.exec(file)?.[1] ?? Number.NaN), file] as const)
  return new Map(found.filter(([number]) => number >= 0).sort(([a], [b]) => a - b))
}

interface CurrentManifest extends Manifest {
  /** A manifest that breaks off, as after a crash, may be older than some of the files. */
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

/** The files that the manifest names and that are missing, or have another size. */
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
