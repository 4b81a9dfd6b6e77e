// The browser's database of unsaved changes.

/** A part of a draft as JSON. */
export interface Piece {
  readonly key: string
  /** Its place among the pieces of that draft, from 0. */
  readonly part: number
  /** Another one with each writing. */
  readonly stamp: string
  readonly text: string
}

/**
 * What was written while a page was left is in a database of its own until somebody looks. A
 * transaction that waits for another one of its database is lost with its page.
 */
const left = database('mock-endpoint-drafts-left')
const drafts = database('mock-endpoint-drafts')
/** Takes in what is left; nothing when there may be some again. */
let takingIn: Promise<void> | undefined

interface Database {
  /** Opens it, the first time. */
  open(): Promise<IDBDatabase>
  /** Nothing before it is open. */
  opened: IDBDatabase | undefined
}

function database(name: string): Database {
  let opening: Promise<IDBDatabase> | undefined
  const self: Database = {
    open() {
      opening ??= new Promise((resolve, reject) => {
        const request = indexedDB.open(name, 1)
        request.onupgradeneeded = () => {
          request.result.createObjectStore('pieces', { keyPath: ['key', 'part'] })
        }
        request.onsuccess = () => {
          self.opened = request.result
          resolve(request.result)
        }
        request.onerror = () => reject(request.error)
      })
      return opening
    },
    opened: undefined,
  }
  return self
}

/** What was written while a page was left may be there again. */
export function expectLeft(): void {
  takingIn = undefined
}

/** For what is written while the page is left; nothing as long as the database is not open. */
export function leaving(): IDBTransaction | undefined {
  expectLeft()
  return left.opened?.transaction('pieces', 'readwrite')
}

/** The keys of all drafts. Does not wait until what was left is taken in, which may be megabytes. */
export async function draftKeys(): Promise<readonly string[]> {
  // In this order, one that is taken in meanwhile is found at least once.
  const keys = [
    await inPieces(left, 'readonly', keysIn),
    await inPieces(drafts, 'readonly', keysIn),
  ]
  return [...new Set(keys.flat())]
}

/** A transaction on the pieces of all drafts. */
export async function inStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  takingIn ??= takeIn()
  await takingIn
  return inPieces(drafts, mode, run)
}

async function inPieces<T>(
  { open }: Database,
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

/** Puts what is left into the place of what was there before. */
async function takeIn(): Promise<void> {
  try {
    const pieces = await inPieces(left, 'readonly', allOf)
    if (pieces.length === 0) return
    await inPieces(drafts, 'readwrite', (store) => {
      for (const { key, part } of pieces) if (part === 0) store.delete(piecesOf(key))
      for (const piece of pieces) store.put(piece)
    })
    const first = pieces.filter(({ part }) => part === 0)
    await inPieces(left, 'readwrite', async (store) => {
      for (const { key, stamp } of first) {
        if ((await firstOf(store, key))?.stamp === stamp) store.delete(piecesOf(key))
      }
    })
  } catch (error) {
    takingIn = undefined
    throw error
  }
}

function allOf(store: IDBObjectStore): Promise<Piece[]> {
  return resultOf(store.getAll())
}

/** The first piece of a draft, which tells who wrote it. */
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
