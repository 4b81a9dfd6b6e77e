// Converts the errors of IndexedDB to those of a store.
import { StoreError, type StoreErrorKind } from '../model/store/store.ts'

const messages: Partial<Record<StoreErrorKind, string>> = {
  full: 'The browser gives this site no more room.',
  unavailable: 'The IndexedDB database cannot be used.',
  corrupt: 'The IndexedDB database is damaged.',
  foreign: 'The IndexedDB database belongs to a newer version or another program.',
}

/** The kinds of errors, by their names. Any other error is `unavailable`. */
const kinds = new Map<string, StoreErrorKind>([
  ['QuotaExceededError', 'full'],
  ['VersionError', 'foreign'],
  // The browser stores a long value in a separate file, which is missing or cannot be read.
  ['DataError', 'corrupt'],
  ['NotReadableError', 'corrupt'],
])

/** Returns the `StoreError` for an error of IndexedDB. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const kind = (error instanceof Error && kinds.get(error.name)) || 'unavailable'
  return new StoreError(kind, messages[kind] ?? '', { cause: error })
}
