// Why a data folder cannot be used, as one line for the person and an exit code.
import type { StoreError } from '@mock-endpoint/core'
import type { Damage } from '@mock-endpoint/core/level-files'
import { ExitError, exitCodes } from '../exit.ts'

/** What the file system or the database has said at the root of an error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

export function damaged(folder: string, damages: readonly Damage[]): string {
  const [first] = damages
  const what = first ? `: ${first.file} ${first.detail}` : ''
  const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : ''
  return `The data folder ${folder} is damaged${what}${more}. Run \`mock-endpoint repair\`, which keeps the files as they are beside what it saves, or choose another folder with --data-dir.`
}

export function inUse(folder: string, cause: unknown): ExitError {
  const message = `The data folder ${folder} is in use by another process. Stop that one, or choose another folder with --data-dir.`
  return new ExitError(exitCodes.storeInUse, message, { cause })
}

export function unusable(folder: string, cause: unknown): ExitError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: 'it is not a folder',
    ENOTDIR: 'a part of its path is not a folder',
    EACCES: 'permission is denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  }
  const reason = reasons[code] ?? reasonOf(cause)
  const message = `The data folder ${folder} cannot be used: ${reason}. Choose another with --data-dir, or --memory to keep nothing.`
  return new ExitError(exitCodes.storeUnusable, message, { cause })
}

/** What an error of opening the store comes to. */
export function toExitError(error: StoreError, folder: string): ExitError {
  if (error.kind === 'locked') return inUse(folder, error)
  if (error.kind !== 'corrupt') return unusable(folder, error)
  return new ExitError(exitCodes.storeCorrupt, damaged(folder, []), { cause: error })
}
