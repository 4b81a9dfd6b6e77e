// The part of an abstract-level database that the store uses. classic-level, browser-level,
// memory-level and their like have it, whatever encodings they were opened with.
import { createPause } from '../model/time/yielding.ts'

/** The store keeps keys and values as text, and says so with each call. */
export interface Encodings {
  readonly keyEncoding: 'utf8'
  readonly valueEncoding: 'utf8'
}

/** One write of a batch. */
export type BatchOperation =
  | { type: 'put'; key: string; value: string }
  | { type: 'del'; key: string }

/** Which keys are read: those between the bounds, in order. */
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
  /** Writes all of the batch, or none; with `sync`, resolves when it is on the disk. */
  write(options: { sync: boolean }): Promise<void>
  /** Gives the batch up. */
  close(): Promise<void>
}

/** The keys of a range: one by one, or many at a time. */
export interface Keys extends AsyncIterable<string> {
  /** The next keys, at most so many; none at the end. */
  nextv(size: number): Promise<string[]>
  /** Ends the reading. Called after `nextv`, also when not all keys have been read. */
  close(): Promise<void>
}

/** An abstract-level database (version 3 or later) with its methods that matter here. */
export interface LevelDatabase {
  readonly status: string
  /** What the database can do; `getSync` is the one that matters. */
  readonly supports: object
  /** Opens the database again after it was closed. */
  open(options?: { createIfMissing: boolean }): Promise<void>
  /** Resolves when the database is closed. */
  close(): Promise<void>
  /** Resolves to `undefined` when there is no such key. */
  get(key: string, options: Encodings): Promise<string | undefined>
  /** The same at once; called only when `supports` has it. */
  getSync(key: string, options: Encodings): string | undefined
  /** Whether each of the keys is there, in their order. */
  hasMany(keys: string[], options: Encodings): Promise<boolean[]>
  /** Begins a batch that is filled step by step. */
  batch(): ChainedBatch
  /** Writes all operations, or none; with `sync`, resolves when they are on the disk. */
  batch(operations: BatchOperation[], options: Encodings & { sync: boolean }): Promise<void>
  /** The keys of a range in order, with their values. */
  iterator(options: KeyRange & Encodings): AsyncIterable<[string, string]>
  /** The keys of a range, in order. */
  keys(options: KeyRange & Encodings): Keys
}

/** Keys and values are text, whatever the database was opened with. */
export const utf8: Encodings = { keyEncoding: 'utf8', valueEncoding: 'utf8' }

/** How many operations a database may be handed at once: more take it long to copy. */
const mostAtOnce = 1_000

/** All operations, or none. */
export async function writeSynced(db: LevelDatabase, operations: BatchOperation[]): Promise<void> {
  if (operations.length > mostAtOnce) await writeYielding(db, operations)
  else await db.batch(operations, { ...utf8, sync: true })
}

/** As one batch all the same, which is filled a part at a time. */
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
