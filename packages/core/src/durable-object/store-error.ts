// Converts the errors of SQLite to those of a store.
import { StoreError, type StoreErrorKind } from '../model/store/store.ts'

const messages: Partial<Record<StoreErrorKind, string>> = {
  full: "The Durable Object's storage has no room left.",
  unavailable: "The Durable Object's storage cannot be used.",
  corrupt: "The Durable Object's storage is damaged.",
}

/** Returns the `StoreError` for an error of the storage. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const kind = kindOf(error instanceof Error ? error.message : '')
  return new StoreError(kind, messages[kind] ?? '', { cause: error })
}

function kindOf(message: string): StoreErrorKind {
  if (message.includes('SQLITE_FULL')) return 'full'
  return /SQLITE_(CORRUPT|NOTADB)/.test(message) ? 'corrupt' : 'unavailable'
}
