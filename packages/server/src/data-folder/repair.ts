// Saves the readable part of a damaged data folder in a new database, and keeps the old files.
import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf, type EndpointStore, StoreError } from '@mock-endpoint/core'
import { openLevelStore } from '@mock-endpoint/core/level'
import { type Damage, readContents } from '../leveldb-files/folder.ts'
import { findDamages } from './check.ts'
import { claimFolder } from './claim.ts'
import { type DataFolder, reasonOf, unusable } from './explain.ts'
import { isDataFile, keepFile, levelFolder, repairMark, sealFile } from './files.ts'
import { lockFolder } from './lock.ts'
import { refuseForeign } from './ownership.ts'
import { type Dropped, type Rescued, rescueRecords } from './rescue.ts'
import { breakSeal, manifestOf, seal } from './seal.ts'

export interface Repair {
  /** The damage to the files. */
  readonly damages: readonly Damage[]
  /** The entries that could not be read. `name`: of the endpoint, or of the rule's endpoint. */
  readonly dropped: readonly Pick<Dropped, 'kind' | 'name'>[]
  /** Number of endpoints after the repair. */
  readonly endpoints: number
  /** Number of rules after the repair. */
  readonly rules: number
  /** The folder with the original files, and the bytes of dropped entries in `dropped.jsonl`. */
  readonly keptIn: string
}

/** The dropped entries. A line is an object with `kind`, `name`, `key`, and `value` in base64. */
export const droppedFile = 'dropped.jsonl'

const addedAtOnce = 1000

/**
 * Repairs a folder that no process has open. Rejects with a `StoreError`: `locked` when it is in
 * use, `foreign` when it is not ours, `unavailable` when there is nothing to repair or the repair
 * failed. The files are then unchanged.
 */
export async function repairDataFolder(folder: DataFolder): Promise<Repair> {
  const { path } = folder
  const files = await readdir(path).catch((cause) => Promise.reject(explainFolder(folder, cause)))
  if (!files.some(isDataFile) && !files.includes(repairMark)) throw noFolder(folder)
  const release = await claimFolder(folder)
  try {
    await refuseOthers(folder)
    const unlock = await lockFolder(folder)
    if (!unlock) throw new StoreError('unavailable', cannotBeLocked(path))
    return await rebuild(path, files)
      .finally(unlock)
      .catch((cause) => Promise.reject(notRepaired(path, cause)))
  } finally {
    release()
  }
}

async function refuseOthers(folder: DataFolder): Promise<void> {
  const { path } = folder
  const contents = await readContents(levelFolder(path)).catch((cause) =>
    Promise.reject(notRepaired(path, cause)),
  )
  await refuseForeign(folder, contents)
}

async function rebuild(folder: string, files: readonly string[]): Promise<Repair> {
  const building = join(folder, 'repairing')
  try {
    const kept = await interrupted(folder, files)
    const source = kept ?? folder
    const contents = await readContents(levelFolder(source))
    const damages = await findDamages(source, contents)
    await rm(building, { recursive: true, force: true })
    const built = await build(building, rescueRecords(levelFolder(source), contents))
    const keptIn = kept ?? (await keep(folder))
    if (built.dropped.length > 0) {
      await rename(join(building, droppedFile), join(keptIn, droppedFile))
    }
    await replace(folder, building, keptIn)
    return { damages, ...built, keptIn }
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** Returns the copy of an interrupted repair, which has the only data until CURRENT exists. */
async function interrupted(folder: string, files: readonly string[]): Promise<string | undefined> {
  if (!files.includes(repairMark) || files.includes('CURRENT')) return undefined
  return join(folder, await readFile(join(folder, repairMark), 'utf8'))
}

async function keep(folder: string): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(':', '').slice(0, 17)
  const copy = await mkdtemp(join(folder, `before-repair-${stamp}-`))
  for (const file of await readdir(folder)) {
    if (isDataFile(file) || file === sealFile) await keepFile(join(folder, file), join(copy, file))
  }
  return copy
}

async function build(
  folder: string,
  records: AsyncIterable<Rescued>,
): Promise<Pick<Repair, 'dropped' | 'endpoints' | 'rules'>> {
  const store = await openLevelStore(folder)
  try {
    const dropped: Repair['dropped'][number][] = []
    let waiting: Promise<void>[] = []
    for await (const record of records) {
      if ('dropped' in record) {
        const { key, value, ...what } = record.dropped
        const line = { ...what, key, value: Buffer.from(value).toString('base64') }
        await appendFile(join(folder, droppedFile), `${JSON.stringify(line)}\n`, { flush: true })
        dropped.push(what)
        continue
      }
      const put = putInto(store, record)
      // A put may fail before it is awaited below, which must not be an unhandled rejection.
      put.catch(() => {})
      if (waiting.push(put) < addedAtOnce) continue
      await Promise.all(waiting)
      waiting = []
    }
    await Promise.all(waiting)
    return { dropped, endpoints: await store.count(), rules: await store.countRules() }
  } finally {
    await store.close()
  }
}

type Saved = Exclude<Rescued, { readonly dropped: Dropped }>

function putInto(store: EndpointStore, record: Saved): Promise<void> {
  return 'rule' in record ? store.putRule(record.rule) : store.put(record.endpoint)
}

/** Removes CURRENT first and adds it last, so that no start accepts the folder in between. */
async function replace(folder: string, building: string, keptIn: string): Promise<void> {
  await writeFile(join(folder, repairMark), basename(keptIn), { flush: true })
  await breakSeal(folder)
  await rm(join(folder, 'CURRENT'), { force: true })
  for (const file of await dataFiles(folder)) await rm(join(folder, file))
  for (const file of await dataFiles(building))
    await rename(join(building, file), join(folder, file))
  await rm(join(folder, repairMark), { force: true })
  await rename(join(building, 'CURRENT'), join(folder, 'CURRENT'))
  await seal(folder, await manifestOf(folder))
}

async function dataFiles(path: string): Promise<string[]> {
  return (await readdir(path)).filter((file) => isDataFile(file) && file !== 'CURRENT')
}

function explainFolder(folder: DataFolder, cause: unknown): StoreError {
  const code = codeOf(cause)
  return code === 'ENOENT' || code === 'ENOTDIR' ? noFolder(folder) : unusable(folder, cause)
}

function noFolder({ path, names }: DataFolder): StoreError {
  const message = `There is nothing to repair: ${path} is not a data folder. Name it with ${names.dataDir}.`
  return new StoreError('unavailable', message)
}

function cannotBeLocked(path: string): string {
  return `The data folder ${path} cannot be locked, so it is not repaired: another process may have it open. Repair a copy of it in a folder that you may write to.`
}

function notRepaired(path: string, cause: unknown): StoreError {
  const message = `${path} could not be repaired: ${reasonOf(cause).replace(/\.$/, '')}. Its files are as they were.`
  return new StoreError('unavailable', message, { cause })
}
