// Converts store errors into exit codes of the daemon, and names its flags in their messages.
import { StoreError, type StoreErrorKind } from '@mock-endpoint/core'
import type { Names } from '../data-folder/explain.ts'
import { type ExitCode, ExitError, exitCodes } from './exit.ts'

/** The names of the settings in messages. */
export const flagNames: Names = {
  dataDir: '--data-dir',
  memory: '--memory',
  minFree: '--min-free',
  repair: 'mock-endpoint repair',
}

const codes: Readonly<Record<StoreErrorKind, ExitCode>> = {
  foreign: exitCodes.badSetting,
  corrupt: exitCodes.storeCorrupt,
  locked: exitCodes.storeInUse,
  full: exitCodes.storeUnusable,
  timeout: exitCodes.storeUnusable,
  unavailable: exitCodes.storeUnusable,
}

/** Throws the `ExitError` for a `StoreError`, and any other error unchanged. */
export function exitOn(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw new ExitError(codes[error.kind], error.message, { cause: error })
}
