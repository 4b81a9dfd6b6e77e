// Opens the data folder, which is made for its owner only, and checked before LevelDB opens it.
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type EndpointStore, StoreError, sheltered } from '@mock-endpoint/core'
import { type LevelRecovery, openLevelStore } from '@mock-endpoint/core/level'
import { keepLogs, replayLogs } from '../leveldb-files/kept-logs.ts'
import { checkDataFolder, checkLater } from './check.ts'
import { claimFolder } from './claim.ts'
import { createDiskGuard, DEFAULT_MIN_FREE } from './disk.ts'
import { type DataFolder, type Names, notOpened, optionNames, unusable } from './explain.ts'
import { levelFolder, repairMark } from './files.ts'
import { lockFolder } from './lock.ts'
import { prepareFolder } from './prepare.ts'
import { createReserve, type Reserve } from './reserve.ts'
import { breakSeal, manifestOf, seal } from './seal.ts'

export interface DataFolderOptions {
  /** Disk space in bytes that puts leave free. Default: 64 MiB. */
  readonly minFree?: number | undefined
  /** Called with damage or the reason why writes stop; with `undefined` when they resume. */
  readonly onTrouble?: ((reason: StoreError | undefined) => void) | undefined
  /** Called with a sentence for the user that is not about trouble. Default: it is dropped. */
  readonly say?: (sentence: string) => void
  /** The names of settings in messages. Default: the options of `startServer`. */
  readonly names?: Names
}

/**
 * Opens the store in a folder, which is made if missing. Rejects with a `StoreError`: `foreign` if
 * the folder is neither empty nor ours, `corrupt` if a file is damaged or missing, `locked` if the
 * folder is in use, `unavailable` or `full` if it cannot be used.
 */
export async function openDataFolder(
  dataDir: string,
  { names = optionNames, ...options }: DataFolderOptions = {},
): Promise<EndpointStore> {
  const folder = { path: resolve(dataDir), names }
  await prepareFolder(folder.path).catch((cause) => Promise.reject(unusable(folder, cause)))
  const release = await claimFolder(folder)
  const store = await openClaimed(folder, options).catch((error) => {
    release()
    throw error
  })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= store.close().finally(release))
  return { ...store, close }
}

async function openClaimed(
  folder: DataFolder,
  { minFree = DEFAULT_MIN_FREE, onTrouble: tell = () => {}, say = () => {} }: DataFolderOptions,
): Promise<EndpointStore> {
  // A listener that fails must not leave the folder half open.
  const onTrouble = sheltered(tell)
  const { path } = folder
  const { unchecked, torn } = await checkDataFolder(folder).catch(explainUnreadable(folder))
  for (const file of torn) say(`${file} breaks off, as after a crash: ${unacknowledged}`)
  let trouble: StoreError | undefined
  const reserve = createReserve({ path, minFree, say })
  const store = await openStore(folder, minFree, reserve, (reason) => {
    trouble = reason
    onTrouble(reason)
  })
  const [name, ...others] = store.unreadableRules ?? []
  if (name !== undefined) say(unreadableRules(name, others.length, folder))
  await reserve.keep()
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
      await reserve.close()
      const manifest = await manifestOf(path).catch(() => undefined)
      await store.close()
      if (!trouble) await seal(path, manifest).catch(() => say(noSeal))
    },
  }
}

function unreadableRules(endpoint: string, others: number, { names }: DataFolder): string {
  const more = others === 0 ? '' : ` (and of ${others} more)`
  return `A rule of \`${endpoint}\`${more} cannot be read, so its requests get 503. Remove its rules, or stop and run ${names.repair}, which keeps the others.`
}

const noSeal = 'The sizes of the files could not be noted: the next start is as after a crash.'
const unacknowledged = 'the write that was under way had not been acknowledged.'

async function openStore(
  folder: DataFolder,
  minFree: number,
  reserve: Reserve,
  onTrouble: (reason: StoreError | undefined) => void,
): Promise<EndpointStore> {
  const files = levelFolder(folder.path)
  const recovery: LevelRecovery = {
    async beforeOpen() {
      await reserve.beforeOpen()
      await keepLogs(files)
    },
    afterOpen: (write) => replayLogs(files, write),
  }
  const admit = createDiskGuard(folder, minFree, reserve.owed)
  const { makeRoom } = reserve
  const options = { admit, makeRoom, recovery, onTrouble }
  const store = await openLevelStore(folder.path, options).catch(async (error) => {
    await reserve.close()
    throw error instanceof StoreError ? notOpened(folder, error) : error
  })
  await forgetPast(folder.path).catch(async (cause) => {
    await Promise.all([store.close(), reserve.close()])
    throw unusable(folder, cause)
  })
  return store
}

/** Removes the seal and the mark of a repair, because the files change from here on. */
async function forgetPast(path: string): Promise<void> {
  await breakSeal(path)
  await rm(join(path, repairMark), { force: true })
}

function explainUnreadable(folder: DataFolder): (cause: unknown) => Promise<never> {
  return async (cause) => {
    if (cause instanceof StoreError) throw cause
    // Another process may be changing the files. In that case locking rejects.
    const unlock = await lockFolder(folder)
    await unlock?.()
    throw unusable(folder, cause)
  }
}
