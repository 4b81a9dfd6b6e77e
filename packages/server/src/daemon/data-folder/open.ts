// The folder that keeps the endpoints: made for the owner alone, checked before LevelDB sees it.
import { access, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EndpointStore, StoreError } from '@mock-endpoint/core'
import { ExitError } from '../exit.ts'
import { checkDataFolder, checkLater } from './check.ts'
import { createDiskGuard } from './disk.ts'
import { toExitError, unusable } from './explain.ts'
import { levelFolder, repairMark } from './files.ts'
import { lockFolder } from './lock.ts'
import { breakSeal, manifestOf, seal } from './seal.ts'

export interface DataFolderOptions {
  /** How many bytes of the disk the store leaves free. */
  readonly minFree: number
  /** Is told why no writes are taken, and with nothing when they are again; and of damage. */
  readonly onTrouble: (reason: StoreError | undefined) => void
  /** Takes a sentence for the person that is no trouble. */
  readonly say: (sentence: string) => void
}

/** Opens the store in that folder, or throws the `ExitError` that says why it cannot. */
export async function openDataFolder(
  folder: string,
  { minFree, onTrouble, say }: DataFolderOptions,
): Promise<EndpointStore> {
  await prepare(folder).catch((cause) => Promise.reject(unusable(folder, cause)))
  const { unchecked, torn } = await checkDataFolder(folder).catch(explainUnreadable(folder))
  for (const file of torn) say(`${file} breaks off, as after a crash: ${unacknowledged}`)
  let trouble: StoreError | undefined
  const store = await openStore(folder, minFree, (reason) => {
    trouble = reason
    onTrouble(reason)
  })
  await forgetPast(folder)
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
      const manifest = await manifestOf(folder).catch(() => undefined)
      await store.close()
      if (!trouble) await seal(folder, manifest).catch(() => say(noSeal))
    },
  }
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
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const files = await readdir(folder)
  // Only in a folder of our own: in somebody's project it would hide their files from git.
  if (files.length === 0) await writeFile(join(folder, '.gitignore'), '*\n')
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
    await unlock?.()
    throw unusable(folder, cause)
  }
}
