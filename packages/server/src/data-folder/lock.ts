// Whether another process has the data folder: asked of LevelDB, without opening the data.
import { link, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@mock-endpoint/core'
import { openLevelStore } from '@mock-endpoint/core/level'
import { type DataFolder, inUse } from './explain.ts'

const prefix = 'lock-'

/**
 * Locks the folder until the returned function is called: opens an empty database in it whose lock
 * file is that of the folder. Resolves to nothing where that cannot be, as in a folder that may not
 * be written to. Rejects with a `StoreError` (`locked`) when another process has the folder.
 *
 * Only for a folder that this process does not have open: unlocking would end that lock too.
 */
export async function lockFolder(folder: DataFolder): Promise<(() => Promise<void>) | undefined> {
  const { path } = folder
  const scratch = await makeScratch(path)
  if (scratch === undefined) return undefined
  try {
    const store = await openLevelStore(scratch)
    // Also removes what killed processes left: the holder of the lock owns it all.
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
    // LevelDB leaves an empty one as it is, and makes one where there is none.
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
