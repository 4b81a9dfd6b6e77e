// The part of an abstract-level database that the store uses. classic-level, browser-level,
// memory-level and similar databases have it, whatever encodings they were opened with.
import { createPause } from '../model/time/yielding.ts'

/** The encodings that the store passes with each call. It keeps keys and values as text. */
export interface Encodings {
  readonly keyEncoding: 'utf8'
  readonly valueEncoding: 'utf8'
}

/** One write of a batch. */
export type BatchOperation =
  | { type: 'put'; key: string; value: string }
  | { type: 'del'; key: string }

/** The bounds of the keys to read, in order. */
export interface KeyRange {
  readonly gt?: string
  readonly gte?: string
  readonly lt?: string
}

/** A batch that is filled step by step. */
export interface ChainedBatch {
  /** Adds a write to the batch. */
  put(key: string, value: string, options: Encodings): unknown
  /** Adds a removal to the batch. */
  del(key: string, options: Pick<Encodings, 'keyEncoding'>): unknown
  /** Writes all operations or none. With `sync`, resolves when they are on disk. */
  write(options: { sync: boolean }): Promise<void>
  /** Discards the batch. */
  close(): Promise<void>
}

/** The keys of a range: one by one, or many at a time. */
export interface Keys extends AsyncIterable<string> {
  /** Resolves to the next keys, at most `size`. Empty at the end. */
  nextv(size: number): Promise<string[]>
  /** Ends the reading. Called after `nextv`, even if not all keys have been read. */
  close(): Promise<void>
}

/** An abstract-level database (version 3 or later), with the methods that the store uses. */
export interface LevelDatabase {
  readonly status: string
  /** The features of the database. The store uses only `getSync`. */
  readonly supports: object
  /** Opens the database again after it was closed. */
  open(options?: { createIfMissing: boolean }): Promise<void>
  /** Resolves when the database is closed. */
  close(): Promise<void>
  /** Resolves to `undefined` when there is no such key. */
  get(key: string, options: Encodings): Promise<string | undefined>
  /** Like `get`, but synchronous. Called only if `supports` includes it. */
  getSync(key: string, options: Encodings): string | undefined
  /** Resolves to whether each of the keys exists, in the order of `keys`. */
  hasMany(keys: string[], options: Encodings): Promise<boolean[]>
  /** Begins a batch that is filled step by step. */
  batch(): ChainedBatch
  /** Writes all operations or none. With `sync`, resolves when they are on disk. */
  batch(operations: BatchOperation[], options: Encodings & { sync: boolean }): Promise<void>
  /** Returns the keys of a range in order, with their values. */
  iterator(options: KeyRange & Encodings): AsyncIterable<[string, string]>
  /** Returns the keys of a range, in order. */
  keys(options: KeyRange & Encodings): Keys
}

/** Keys and values as text, whatever encodings the database was opened with. */
export const utf8: Encodings = { keyEncoding: 'utf8', valueEncoding: 'utf8' }

/** Maximum number of operations in one call, because copying more blocks other work for long. */
const mostAtOnce = 1_000

/** Writes all operations or none. Resolves when they are synced. */
export async function writeSynced(db: LevelDatabase, operations: BatchOperation[]): Promise<void> {
  if (operations.length > mostAtOnce) await writeYielding(db, operations)
  else await db.batch(operations, { ...utf8, sync: true })
}

/** Writes the operations in one batch, filled in parts so that other work can run in between. */
async function writeYielding(
  db: LevelDatabase,
  operations: readonly BatchOperation[],
): Promise<void> {
  const pause = createPause()
  const batch = db.batch()
  try {
    for (const [i, operation] of operations.entries()) {
      if (i % 100 === 99) await pause()
      if (operation.type === 'put') batch.put(operation.key, operation.value, utf8)
      else batch.del(operation.key, utf8)
    }
    await batch.write({ sync: true })
  } finally {
    await batch.close()
  }
}
