// The part of a Durable Object's storage that the store uses. `ctx.storage` implements it.

/** The value of a column. */
export type SqlValue = ArrayBuffer | string | number | null

/** The rows that a statement returned. */
export interface SqlCursor {
  /** All rows, each as an object with its columns. */
  toArray(): Record<string, SqlValue>[]
}

/** The SQLite database of a Durable Object. */
export interface SqlStorage {
  /** Runs one statement. Each `?` stands for one of the bindings. */
  exec(query: string, ...bindings: unknown[]): SqlCursor
}

/** The storage of a Durable Object whose class is in `new_sqlite_classes`. */
export interface DurableObjectStorage {
  readonly sql: SqlStorage
  /** Runs the closure in a transaction. If the closure throws, none of its changes are made. */
  transactionSync<T>(closure: () => T): T
  /** Resolves when all writes are durable. */
  sync(): Promise<void>
}
