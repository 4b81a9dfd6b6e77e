// The part of a Durable Object's storage that the store uses. `ctx.storage` has it.

/** What a column holds. */
export type SqlValue = ArrayBuffer | string | number | null

/** The rows that a statement came to. */
export interface SqlCursor {
  /** All rows, each as an object with its columns. */
  toArray(): Record<string, SqlValue>[]
}

/** The SQLite database of a Durable Object. */
export interface SqlStorage {
  /** Runs one statement; each `?` stands for one of the bindings. */
  exec(query: string, ...bindings: unknown[]): SqlCursor
}

/** The storage of a Durable Object whose class is in `new_sqlite_classes`. */
export interface DurableObjectStorage {
  readonly sql: SqlStorage
  /** Makes all that the closure does, or nothing when it throws. */
  transactionSync<T>(closure: () => T): T
  /** Resolves when all that was written is durable. */
  sync(): Promise<void>
}
