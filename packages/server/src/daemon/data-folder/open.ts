// The folder that keeps the endpoints: made for the owner alone, checked before LevelDB sees it.
import { access, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EndpointStore, StoreError } from '@mock-endpoint/core'
import { type ExitCode, ExitError, exitCodes } from '../exit.ts'
import { checkDataFolder, damaged, damagesOf } from './check.ts'
import { createDiskGuard } from './disk.ts'
import { levelFolder, repairMark } from './files.ts'
import { inUse, lockFolder } from './lock.ts'
import { breakSeal, seal } from './seal.ts'

export interface DataFolderOptions {
  /** How many bytes of the disk the store leaves free. */
  readonly minFree: number
  /** Is told why no writes are taken, and with nothing when they are again; and of damage. */
  readonly onTrouble: (reason: StoreError | undefined) => void
  /** Takes a sentence for the person that is no trouble. */
  readonly say: (sentence: string) => void
}

/** The service has settled by then. */
const afterStart = 1000

/** Opens the store in that folder, or throws the `ExitError` that says why it cannot. */
export async function openDataFolder(
  folder: string,
  { minFree, onTrouble, say }: DataFolderOptions,
): Promise<EndpointStore> {
  await prepare(folder)
  const { unchecked, torn } = await checkDataFolder(folder).catch(explainUnreadable(folder))
  for (const file of torn) say(`${file} breaks off, as after a crash: ${unacknowledged}`)
  await forgetPast(folder)
  let trouble: StoreError | undefined
  const store = await openStore(folder, minFree, (reason) => {
    trouble = reason
    onTrouble(reason)
  })
  await store.check().catch(onTrouble)
  const closing = new AbortController()
  let damage: StoreError | undefined
  const checking = checkLater(folder, unchecked, closing.signal).then((found) => {
    damage = found
    if (found) onTrouble(found)
  })

  return {
    ...store,
    async check() {
      await store.check()
      if (damage) throw damage
    },
    async close() {
      closing.abort()
      await checking
      await store.close()
      if (!trouble) await seal(folder).catch(() => say(noSeal))
    },
  }
}

/** While the service runs, when it has begun: a large folder is ready as soon as a small one. */
async function checkLater(
  path: string,
  tables: readonly string[],
  signal: AbortSignal,
): Promise<StoreError | undefined> {
  const folder = levelFolder(path)
  try {
    if (tables.length > 0) await sleep(afterStart, undefined, { signal, ref: false })
    for (const table of tables) {
      signal.throwIfAborted()
      for await (const damage of damagesOf(folder, [table])) {
        return new StoreError('corrupt', damaged(path, [damage]))
      }
    }
  } catch (cause) {
    if (signal.aborted) return undefined
    return new StoreError('unavailable', 'A file of the data folder cannot be read.', { cause })
  }
  return undefined
}

const noSeal = 'The sizes of the files could not be noted: the next start is as after a crash.'
const unacknowledged = 'the write that was under way had not been acknowledged.'

async function openStore(
  folder: string,
  minFree: number,
  onTrouble: DataFolderOptions['onTrouble'],
): Promise<EndpointStore> {
  const { openLevelStore } = await import('@mock-endpoint/core/level')
  try {
    const admit = createDiskGuard(folder, minFree)
    return await openLevelStore(folder, { admit, files: levelFolder(folder), onTrouble })
  } catch (error) {
    throw error instanceof StoreError ? toExitError(error, folder) : error
  }
}

async function prepare(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const files = await readdir(folder)
    // Only in a folder of our own: in somebody's project it would hide their files from git.
    if (files.length === 0) await writeFile(join(folder, '.gitignore'), '*\n')
  } catch (cause) {
    throw new ExitError(exitCodes.storeUnusable, unusable(folder, cause), { cause })
  }
}

function unusable(folder: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: 'it is not a folder',
    ENOTDIR: 'a part of its path is not a folder',
    EACCES: 'permission is denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  }
  return `The data folder ${folder} cannot be used: ${reasons[code] ?? code}. Choose another with --data-dir, or --memory to keep nothing.`
}

/** From here on the files change: what was noted of them is no longer so. */
async function forgetPast(folder: string): Promise<void> {
  await breakSeal(folder)
  await rm(join(folder, repairMark), { force: true })
}

function explainUnreadable(folder: string): (cause: unknown) => Promise<never> {
  return async (cause) => {
    if (cause instanceof ExitError) throw cause
    // Another process may be just changing its files.
    const unlock = await lockFolder(folder)
    await unlock()
    throw new ExitError(exitCodes.storeUnusable, unusable(folder, cause), { cause })
  }
}

function toExitError(error: StoreError, folder: string): ExitError {
  if (error.kind === 'locked') return inUse(folder, error)
  const [code, message] = explain(error, folder)
  return new ExitError(code, message, { cause: error })
}

function explain(error: StoreError, folder: string): [ExitCode, string] {
  if (error.kind === 'corrupt') return [exitCodes.storeCorrupt, damaged(folder, [])]
  const said = error.cause instanceof Error ? (error.cause.cause ?? error.cause) : error
  const reason = said instanceof Error ? said.message : String(said)
  return [exitCodes.storeUnusable, `The data folder ${folder} cannot be used: ${reason}`]
}
