// Converts the errors of a database to those of a store.
import { codeOf } from '../model/problem/errors.ts'
import { StoreError, type StoreErrorKind } from '../model/store/store.ts'

const messages: Record<StoreErrorKind, string> = {
  full: 'The disk has no room left.',
  unavailable: 'The database cannot be used.',
  timeout: 'The database did not answer in time.',
  foreign: 'The database belongs to another program.',
  corrupt: 'The database is damaged.',
  locked: 'Another process has the database open.',
}

/** Returns the `StoreError` for an error of the database. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const kind = kindOf(error)
  return new StoreError(kind, messages[kind], { cause: error })
}

function kindOf(error: unknown): StoreErrorKind {
  if (!(error instanceof Error)) return 'unavailable'
  const code = codeOf(error)
  if (code === 'LEVEL_LOCKED') return 'locked'
  // LevelDB reports an I/O error if the file that CURRENT names is missing.
  const isDamaged = code === 'LEVEL_CORRUPTION' || /MANIFEST-\d+: No such file/.test(error.message)
  if (isDamaged) return 'corrupt'
  if (/no space left|disk quota exceeded/i.test(error.message)) return 'full'
  return error.cause === undefined ? 'unavailable' : kindOf(error.cause)
}
