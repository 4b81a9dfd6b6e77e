// Whether another process has the data folder: asked of LevelDB, without opening the data.
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StoreError } from '@mock-endpoint/core'
import { ExitError, exitCodes } from '../exit.ts'

/**
 * Locks the folder until the returned function is called, so that nobody opens it meanwhile: an
 * empty database beside it, whose lock file is that of the folder. Rejects with the `ExitError` of
 * a folder that is in use. Where there can be no such database, it is not locked.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const { openLevelStore } = await import('@mock-endpoint/core/level')
  const scratch = await makeScratch(resolve(folder, 'LOCK'))
  if (scratch === undefined) return async () => {}
  const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true })
  try {
    const store = await openLevelStore(scratch)
    return () => store.close().finally(remove)
  } catch (error) {
    await remove()
    throw error instanceof StoreError && error.kind === 'locked' ? inUse(folder, error) : error
  }
}

async function makeScratch(lock: string): Promise<string | undefined> {
  try {
    const scratch = await mkdtemp(join(tmpdir(), 'mock-endpoint-lock-'))
    await symlink(lock, join(scratch, 'LOCK'))
    return scratch
  } catch {
    // No room for it, or no right to make symbolic links, as on Windows.
    return undefined
  }
}

export function inUse(folder: string, cause: unknown): ExitError {
  const message = `The data folder ${folder} is in use by another process. Stop that one, or choose another folder with --data-dir.`
  return new ExitError(exitCodes.storeInUse, message, { cause })
}
