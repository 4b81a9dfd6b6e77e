// Runs work in a transaction of the database, with its requests as promises.
import { toStoreError } from './store-error.ts'

/** The object stores of a transaction. */
export interface Stores {
  readonly endpoints: IDBObjectStore
  readonly rules: IDBObjectStore
  /** The rules by their ids. */
  readonly rulesById: IDBIndex
  /** The counts, the highest sequence, and the key that `check` writes. */
  readonly notes: IDBObjectStore
}

export const storeNames = ['endpoints', 'notes', 'rules'] as const

/** A `write` resolves once it is synced. A `test` does not have to be durable. */
export type Purpose = 'read' | 'write' | 'test'

/**
 * Runs work in a transaction. If the work rejects, none of its changes are made. The work may wait
 * only for requests of the transaction. Rejects with a `StoreError`.
 */
export async function transact<T>(
  db: IDBDatabase,
  purpose: Purpose,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  let transaction: IDBTransaction | undefined
  try {
    transaction = begin(db, purpose)
    const ended = endOf(transaction)
    const result = await work(storesOf(transaction)).catch((error) => {
      if (!transaction?.error) transaction?.abort()
      throw error
    })
    if (purpose !== 'read') {
      transaction.commit()
      await ended
    }
    return result
  } catch (error) {
    // When a transaction fails, the errors of its pending requests only report an abort.
    throw toStoreError(transaction?.error ?? error)
  }
}

function begin(db: IDBDatabase, purpose: Purpose): IDBTransaction {
  if (purpose === 'read') return db.transaction(storeNames, 'readonly')
  const durability = purpose === 'write' ? 'strict' : 'relaxed'
  return db.transaction(storeNames, 'readwrite', { durability })
}

function storesOf(transaction: IDBTransaction): Stores {
  const rules = transaction.objectStore('rules')
  return {
    endpoints: transaction.objectStore('endpoints'),
    rules,
    rulesById: rules.index('id'),
    notes: transaction.objectStore('notes'),
  }
}

function endOf(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  // If the work fails, this promise is not awaited.
  ended.catch(() => {})
  return ended
}

/** Resolves to the result of a request. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * Calls `take` with each record from the start of a cursor. `take` returns whether to continue, or
 * the key to continue from.
 */
export function walk<Cursor extends IDBCursor>(
  request: IDBRequest<Cursor | null>,
  take: (cursor: Cursor) => boolean | IDBValidKey,
): Promise<void> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      try {
        const cursor = request.result
        const next = cursor ? take(cursor) : false
        if (next === false) resolve()
        else if (next === true) cursor?.continue()
        else cursor?.continue(next)
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(request.error)
  })
}
