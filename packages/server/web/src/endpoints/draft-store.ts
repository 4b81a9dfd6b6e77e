// Unsaved changes of endpoints, kept in the browser's database: texts of megabytes fit there.
import type { Endpoint } from '@mock-endpoint/core/client'

/** What is in the fields, as it was typed. */
export interface Typed {
  readonly name: string
  readonly status: string
  readonly delay: string
  readonly data: string
}

export interface KeptDraft {
  /** The name of the endpoint that was opened; `newKey` for one that is not there yet. */
  readonly key: string
  /** What the service had when it was opened. */
  readonly base: Endpoint
  readonly typed: Typed
  /** The address at which it was begun, as far as it matters: of one that is not there yet. */
  readonly begunAt?: string
}

interface Stored extends KeptDraft {
  /** Another one with each writing. */
  readonly stamp: string
}

/** No endpoint has an empty name. */
export const newKey = ''

const most = 100
/** The stamps of what this tab has read or written last. */
const known = new Map<string, string>()

const anotherTab = 'another tab has unsaved changes of this endpoint too'
const tooMany = `${most} endpoints have unsaved changes already`

let opening: Promise<IDBDatabase> | undefined
let database: IDBDatabase | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('mock-endpoint', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drafts', { keyPath: 'key' })
    }
    request.onsuccess = () => {
      database = request.result
      resolve(database)
    }
    request.onerror = () => reject(request.error)
  })
  return opening
}

async function inStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  const transaction = (await open()).transaction('drafts', mode)
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  const [result] = await Promise.all([run(transaction.objectStore('drafts')), done])
  return result
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export async function readKeys(): Promise<readonly string[]> {
  return (await inStore('readonly', (store) => resultOf(store.getAllKeys()))).map(String)
}

export async function readStored(key: string): Promise<KeptDraft | undefined> {
  const stored = await inStore('readonly', (store) => resultOf<Stored | undefined>(store.get(key)))
  if (stored) known.set(key, stored.stamp)
  return stored
}

/**
 * Rejects with the reason when it cannot be kept. What another tab wrote since this one has looked
 * stays as it is.
 */
export async function writeStored(draft: KeptDraft): Promise<void> {
  const { key } = draft
  const stamp = String(Math.random())
  await inStore('readwrite', async (store) => {
    const before = await resultOf<Stored | undefined>(store.get(key))
    if (before && before.stamp !== known.get(key)) throw new Error(anotherTab)
    if (!before && (await resultOf(store.count())) >= most) throw new Error(tooMany)
    store.put({ ...draft, stamp } satisfies Stored)
  })
  known.set(key, stamp)
}

/**
 * Writes it while the page is being left, when nothing can be waited for or looked up. Returns
 * whether that was possible.
 */
export function writeLast(draft: KeptDraft): boolean {
  if (!database) return false
  const stamp = String(Math.random())
  const transaction = database.transaction('drafts', 'readwrite')
  transaction.objectStore('drafts').put({ ...draft, stamp } satisfies Stored)
  // What is committed outlives the page.
  transaction.commit()
  known.set(draft.key, stamp)
  return true
}

export async function removeStored(key: string): Promise<void> {
  await inStore('readwrite', (store) => {
    store.delete(key)
    store.transaction.commit()
  })
}
