// One transaction of the database, and the requests in it as promises.
import { toStoreError } from './store-error.ts'

/** The object stores, within a transaction. */
export interface Stores {
  readonly endpoints: IDBObjectStore
  readonly rules: IDBObjectStore
  /** The rules by their ids. */
  readonly rulesById: IDBIndex
  /** The counts. */
  readonly notes: IDBObjectStore
}

export const storeNames = ['endpoints', 'notes', 'rules'] as const

/** `write` resolves once it is synced; `test` need not last. */
export type Purpose = 'read' | 'write' | 'test'

/**
 * Does some work in a transaction: all of it, or nothing when it rejects. The work may wait for
 * requests of the transaction and for nothing else. Rejects with a `StoreError`.
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
    // Requests that wait when a transaction fails say only that it was aborted.
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
  // When the work fails nobody waits for the end.
  ended.catch(() => {})
  return ended
}

/** What a request comes to. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * Calls `take` with each record from where a cursor begins. It returns whether to go on, or the key
 * to go on from.
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
