// Whether another process has the data folder: asked of LevelDB, without opening the data.
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StoreError } from '@mock-endpoint/core'
import { ExitError, exitCodes } from '../exit.ts'

/**
 * Locks the folder until the returned function is called, so that nobody opens it meanwhile: an
 * empty database beside it, whose lock file is that of the folder. Rejects with the `ExitError` of
 * a folder that is in use.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const { openLevelStore } = await import('@mock-endpoint/core/level')
  const scratch = await mkdtemp(join(tmpdir(), 'mock-endpoint-lock-'))
  const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true })
  try {
    await symlink(resolve(folder, 'LOCK'), join(scratch, 'LOCK'))
    const store = await openLevelStore(scratch)
    return () => store.close().finally(remove)
  } catch (error) {
    await remove()
    throw error instanceof StoreError && error.kind === 'locked' ? inUse(folder, error) : error
  }
}

export function inUse(folder: string, cause: unknown): ExitError {
  const message = `The data folder ${folder} is in use by another process. Stop that one, or choose another folder with --data-dir.`
  return new ExitError(exitCodes.storeInUse, message, { cause })
}
