// The browser's database of unsaved changes.
import { isLeft, type LeftDraft, leftDrafts, removeLeft } from './left-drafts.ts'

/** A part of a draft's JSON text. */
export interface Piece {
  readonly key: string
  /** Its index among the pieces of the draft, from 0. */
  readonly part: number
  /** A new value with each write. */
  readonly stamp: string
  readonly text: string
}

/**
 * In characters, of up to two bytes each. Chromium fetches a value of more than 64 KiB from the
 * page after the write is committed, and loses it if the page is gone by then.
 */
const pieceLength = 30_000

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= openAnew()
  // After a failure, the next call tries again.
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

async function openAnew(): Promise<IDBDatabase> {
  const request = indexedDB.open('mock-endpoint-drafts', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('pieces', { keyPath: ['key', 'part'] })
  }
  return resultOf(request)
}

/** Runs a transaction on the pieces of all drafts. First it moves left drafts into the database. */
export async function inStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  const left = leftDrafts()
  if (left.length > 0) await takeIn(left)
  return inPieces(mode, run)
}

async function inPieces<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  const transaction = (await open()).transaction('pieces', mode)
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  const [result] = await Promise.all([run(transaction.objectStore('pieces')), done])
  return result
}

/** Moves left drafts into the database, where they replace earlier versions. */
async function takeIn(left: readonly LeftDraft[]): Promise<void> {
  await inPieces('readwrite', (store) => {
    // Another tab may have moved it already, and changed it since.
    for (const draft of left) if (isLeft(draft)) putPieces(store, draft)
  })
  left.forEach(removeLeft)
}

/** Replaces the pieces of a draft. An empty text only removes them. */
export function putPieces(store: IDBObjectStore, { key, stamp, text }: LeftDraft): void {
  store.delete(piecesOf(key))
  for (let part = 0; part * pieceLength < text.length; part++) {
    const start = part * pieceLength
    store.put({ key, part, stamp, text: text.slice(start, start + pieceLength) } satisfies Piece)
  }
}

/** Resolves to the first piece of a draft. Its stamp identifies the last write. */
export function firstOf(store: IDBObjectStore, key: string): Promise<Piece | undefined> {
  return resultOf<Piece | undefined>(store.get([key, 0]))
}

export async function keysIn(store: IDBObjectStore): Promise<readonly string[]> {
  const keys = (await resultOf(store.getAllKeys())) as [key: string, part: number][]
  return keys.filter(([, part]) => part === 0).map(([key]) => key)
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export function piecesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []])
}
