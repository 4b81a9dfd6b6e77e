// What the errors of a data folder are to the daemon: an exit code, and a message with its flags.
import { StoreError, type StoreErrorKind } from '@mock-endpoint/core'
import type { Names } from '../data-folder/explain.ts'
import { type ExitCode, ExitError, exitCodes } from './exit.ts'

/** What messages call the settings. */
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

/** Throws the `ExitError` that a `StoreError` stands for, and any other error as it is. */
export function exitOn(error: unknown): never {
  if (!(error instanceof StoreError)) throw error
  throw new ExitError(codes[error.kind], error.message, { cause: error })
}
