// Opens the database, and creates it if there is none.

import { StoreError } from '../model/store/store.ts'
import type { Clock } from '../model/time/clock.ts'
import { format } from './records.ts'
import { toStoreError } from './store-error.ts'
import { storeNames } from './transact.ts'

export interface DatabaseOptions {
  readonly name: string
  /** In milliseconds. */
  readonly openTimeout: number
  readonly clock: Clock
}

/**
 * Rejects with a `StoreError`: `foreign` if the database belongs to another version or program,
 * `timeout` if it did not open in time, such as when one tab deletes it while another has it open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<IDBDatabase> {
  const db = await request(options).catch((error) => Promise.reject(toStoreError(error)))
  if (isOurs(db)) return db
  db.close()
  throw foreign()
}

function request({ name, openTimeout, clock }: DatabaseOptions): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, format)
    let isLate = false
    const timer = clock.setTimeout(() => {
      isLate = true
      reject(late(openTimeout))
    }, openTimeout)
    opening.onupgradeneeded = () => makeStores(opening.result)
    opening.onsuccess = () => {
      clock.clearTimeout(timer)
      // The caller no longer waits for it, and an open connection would block other tabs.
      if (isLate) opening.result.close()
      else resolve(opening.result)
    }
    opening.onerror = () => {
      clock.clearTimeout(timer)
      reject(opening.error)
    }
  })
}

function makeStores(db: IDBDatabase): void {
  db.createObjectStore('endpoints')
  db.createObjectStore('rules').createIndex('id', 'id', { unique: true })
  db.createObjectStore('notes')
}

function isOurs(db: IDBDatabase): boolean {
  const found = db.objectStoreNames
  return found.length === storeNames.length && storeNames.every((name) => found.contains(name))
}

function foreign(): StoreError {
  return new StoreError('foreign', 'The IndexedDB database belongs to another program.')
}

function late(openTimeout: number): StoreError {
  const detail = `The IndexedDB database did not open within ${openTimeout} ms. Another tab may be deleting it, and a third may have it open.`
  return new StoreError('timeout', detail)
}
