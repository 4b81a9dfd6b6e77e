// The part of an abstract-level database that the store uses. classic-level, browser-level,
// memory-level and their like have it, whatever encodings they were opened with.

export interface Encodings {
  readonly keyEncoding: 'utf8'
  readonly valueEncoding: 'utf8'
}

export type BatchOperation =
  | { type: 'put'; key: string; value: string }
  | { type: 'del'; key: string }

export interface KeyRange {
  readonly gt?: string
  readonly gte?: string
  readonly lt?: string
}

/** An abstract-level database (version 3 or later) with its methods that matter here. */
export interface LevelDatabase {
  readonly status: string
  /** What the database can do; `getSync` is the one that matters. */
  readonly supports: object
  open(options?: { createIfMissing: boolean }): Promise<void>
  close(): Promise<void>
  get(key: string, options: Encodings): Promise<string | undefined>
  getSync(key: string, options: Encodings): string | undefined
  hasMany(keys: string[], options: Encodings): Promise<boolean[]>
  batch(operations: BatchOperation[], options: Encodings & { sync: boolean }): Promise<void>
  iterator(options: KeyRange & Encodings): AsyncIterable<[string, string]>
  keys(options: KeyRange & Encodings): AsyncIterable<string>
}

/** Keys and values are text, whatever the database was opened with. */
export const utf8: Encodings = { keyEncoding: 'utf8', valueEncoding: 'utf8' }

export async function writeSynced(db: LevelDatabase, operations: BatchOperation[]): Promise<void> {
  await db.batch(operations, { ...utf8, sync: true })
}
