// Saves what can be read of a damaged data folder into a new database, and keeps the old files.
import {
  copyFile,
  link,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Endpoint } from '@mock-endpoint/core'
import {
  type Damage,
  type LevelFolder,
  readContents,
  rescueEndpoints,
} from '@mock-endpoint/core/level-files'
import { ExitError, exitCodes } from '../exit.ts'
import { findDamages } from './check.ts'
import { isDataFile, levelFolder, repairMark } from './files.ts'
import { lockFolder } from './lock.ts'
import { breakSeal, seal } from './seal.ts'

export interface Repair {
  /** What was wrong. */
  readonly damages: readonly Damage[]
  /** How many endpoints there are now. */
  readonly endpoints: number
  /** The folder with the files as they were. */
  readonly keptIn: string
}

const addedAtOnce = 1000

/** Nobody may have the folder open. Rejects with an `ExitError` when it is in use, or none. */
export async function repairDataFolder(folder: string): Promise<Repair> {
  const files = await readdir(folder).catch((cause) => Promise.reject(noFolder(folder, cause)))
  if (!files.some(isDataFile) && !files.includes(repairMark)) throw noFolder(folder)
  const unlock = await lockFolder(folder)
  try {
    const keptIn = (await interrupted(folder, files)) ?? (await keep(folder))
    const contents = await readContents(levelFolder(keptIn))
    const damages = await findDamages(keptIn, contents)
    const building = join(folder, 'repairing')
    await rm(building, { recursive: true, force: true })
    const rescued = rescueEndpoints(levelFolder(keptIn), contents)
    const endpoints = await build(building, rescued).catch(async (error) => {
      await rm(building, { recursive: true, force: true })
      throw error
    })
    await replace(folder, building, keptIn)
    return { damages, endpoints, keptIn }
  } finally {
    await unlock()
  }
}

/** The copy of a repair that did not come to its end: until CURRENT is there, it is all there is. */
async function interrupted(folder: string, files: readonly string[]): Promise<string | undefined> {
  if (!files.includes(repairMark) || files.includes('CURRENT')) return undefined
  return join(folder, await readFile(join(folder, repairMark), 'utf8'))
}

/** A copy that costs no room where the file system can: LevelDB changes no file that it has left. */
async function keep(folder: string): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(':', '').slice(0, 17)
  const copy = await mkdtemp(join(folder, `before-repair-${stamp}-`))
  for (const file of await readdir(folder)) {
    if (!isDataFile(file) && file !== 'clean-stop.json') continue
    const [from, to] = [join(folder, file), join(copy, file)]
    await link(from, to).catch(() => copySynced(from, to))
  }
  return copy
}

async function copySynced(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to, 'r+')
  await handle.sync().finally(() => handle.close())
}

async function build(folder: string, endpoints: AsyncIterable<Endpoint>): Promise<number> {
  const { openLevelStore } = await import('@mock-endpoint/core/level')
  const store = await openLevelStore(folder)
  try {
    let waiting: Promise<void>[] = []
    for await (const endpoint of endpoints) {
      const put = store.put(endpoint)
      // It may fail while the next one is being read; it is waited for below.
      put.catch(() => {})
      if (waiting.push(put) < addedAtOnce) continue
      await Promise.all(waiting)
      waiting = []
    }
    await Promise.all(waiting)
    return await store.count()
  } finally {
    await store.close()
  }
}

/** CURRENT goes first and comes last: a folder in between is none that a start would take. */
async function replace(folder: string, building: string, keptIn: string): Promise<void> {
  await writeFile(join(folder, repairMark), basename(keptIn), { flush: true })
  await breakSeal(folder)
  await rm(join(folder, 'CURRENT'), { force: true })
  for (const file of await dataFiles(folder)) await rm(join(folder, file))
  for (const file of await dataFiles(building))
    await rename(join(building, file), join(folder, file))
  await rm(join(folder, repairMark))
  await rename(join(building, 'CURRENT'), join(folder, 'CURRENT'))
  await rm(building, { recursive: true })
  await seal(folder)
}

async function dataFiles(path: string): Promise<string[]> {
  const folder: LevelFolder = levelFolder(path)
  return (await folder.list()).filter((file) => isDataFile(file) && file !== 'CURRENT')
}

function noFolder(folder: string, cause?: unknown): ExitError {
  const message = `There is nothing to repair: ${folder} is no data folder. Name it with --data-dir.`
  return new ExitError(exitCodes.storeUnusable, message, { cause })
}
