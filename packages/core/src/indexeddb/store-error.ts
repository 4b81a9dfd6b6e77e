// What IndexedDB's errors mean to the callers of a store.
import { StoreError, type StoreErrorKind } from '../model/store/store.ts'

const messages: Partial<Record<StoreErrorKind, string>> = {
  full: 'The browser gives this site no more room.',
  unavailable: 'The IndexedDB database cannot be used.',
  corrupt: 'The IndexedDB database is damaged.',
  foreign: 'The IndexedDB database belongs to a newer version or another program.',
}

/** The kinds that errors stand for, by their names; any other is `unavailable`. */
const kinds = new Map<string, StoreErrorKind>([
  ['QuotaExceededError', 'full'],
  ['VersionError', 'foreign'],
  // A long value lies in a file of its own, which is gone or cannot be read.
  ['DataError', 'corrupt'],
  ['NotReadableError', 'corrupt'],
])

/** The `StoreError` that an error of IndexedDB stands for. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const kind = (error instanceof Error && kinds.get(error.name)) || 'unavailable'
  return new StoreError(kind, messages[kind] ?? '', { cause: error })
}
