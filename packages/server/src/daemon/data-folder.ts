// The folder that keeps the endpoints: made for the owner alone, checked before LevelDB sees it.
import { access, constants, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EndpointStore, StoreError } from '@mock-endpoint/core'
import { type ExitCode, ExitError, exitCodes } from './exit.ts'

/** Opens the store in that folder, or throws the `ExitError` that says why it cannot. */
export async function openDataFolder(folder: string): Promise<EndpointStore> {
  await prepare(folder)
  const { openLevelStore } = await import('@mock-endpoint/core/level')
  try {
    return await openLevelStore(folder)
  } catch (error) {
    throw error instanceof StoreError ? toExitError(error, folder) : error
  }
}

async function prepare(folder: string): Promise<void> {
  let files: string[]
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    files = await readdir(folder)
    // Only in a folder of our own: in somebody's project it would hide their files from git.
    if (files.length === 0) await writeFile(join(folder, '.gitignore'), '*\n')
  } catch (cause) {
    throw new ExitError(exitCodes.storeUnusable, unusable(folder, cause), { cause })
  }
  // LevelDB would take such a folder for a new one and start empty over the data.
  const isData = files.some((file) => /^\d{6,}\.(ldb|log)$/.test(file))
  const current = join(folder, 'CURRENT')
  const names = files.includes('CURRENT') ? await readFile(current, 'utf8') : undefined
  if (names === undefined ? isData : !/^MANIFEST-\d+\n$/.test(names)) {
    const fault = names === undefined ? 'is missing' : 'is damaged'
    const message = `The data folder ${folder} holds data but its CURRENT file ${fault}. Restore it from a backup, or choose another folder with --data-dir.`
    throw new ExitError(exitCodes.storeCorrupt, message)
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

function toExitError(error: StoreError, folder: string): ExitError {
  const [code, message] = explain(error, folder)
  return new ExitError(code, message, { cause: error })
}

function explain(error: StoreError, folder: string): [ExitCode, string] {
  switch (error.kind) {
    case 'locked':
      return [
        exitCodes.storeInUse,
        `The data folder ${folder} is in use by another process. Stop that one, or choose another folder with --data-dir.`,
      ]
    case 'corrupt':
      return [
        exitCodes.storeCorrupt,
        `The data folder ${folder} is damaged. Restore it from a backup, or choose another folder with --data-dir.`,
      ]
    default: {
      const said = error.cause instanceof Error ? (error.cause.cause ?? error.cause) : error
      const reason = said instanceof Error ? said.message : String(said)
      return [exitCodes.storeUnusable, `The data folder ${folder} cannot be used: ${reason}`]
    }
  }
}
