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
    const taken = new Set(pieces.map(({ stamp }) => stamp))
    await inPieces(left, 'readwrite', async (store) => {
      for (const { key, part, stamp } of await allOf(store)) {
        if (taken.has(stamp)) store.delete([key, part])
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

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export function piecesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []])
}
