// Locks a data folder as LevelDB does, but without opening the data.
import { link, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@mock-endpoint/core'
import { openLevelStore } from '@mock-endpoint/core/level'
import { type DataFolder, inUse } from './explain.ts'

const prefix = 'lock-'

/**
 * Locks the folder until the returned function is called. For that it opens an empty database in a
 * subfolder, whose lock file is a hard link to that of the folder. Resolves to `undefined` if the
 * folder cannot be locked, for example because it is read-only. Rejects with a `StoreError`
 * (`locked`) when another process has the folder.
 *
 * Only for a folder that this process does not have open, because unlocking ends that lock too.
 */
export async function lockFolder(folder: DataFolder): Promise<(() => Promise<void>) | undefined> {
  const { path } = folder
  const scratch = await makeScratch(path)
  if (scratch === undefined) return undefined
  try {
    const store = await openLevelStore(scratch)
    // Also removes the subfolders of killed processes, because the lock's holder owns them all.
    return () => store.close().finally(() => removeScratches(path))
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    if (error instanceof StoreError && error.kind === 'locked') throw inUse(folder, error)
    return undefined
  }
}

async function makeScratch(folder: string): Promise<string | undefined> {
  try {
    const scratch = await mkdtemp(join(folder, prefix))
    // LevelDB itself would make an empty LOCK, and leaves an existing one as it is.
    await writeFile(join(folder, 'LOCK'), '', { flag: 'a' })
    await link(join(folder, 'LOCK'), join(scratch, 'LOCK'))
    return scratch
  } catch {
    return undefined
  }
}

async function removeScratches(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
