// The tables of the store, and statements on them. The object may have tables of its own too.
import { StoreError } from '../model/store/store.ts'
import type { DurableObjectStorage, SqlValue } from './storage.ts'
import { toStoreError } from './store-error.ts'

export interface Database {
  /** Runs a statement, and returns its rows. Throws a `StoreError` if it fails. */
  run<Row extends object = Record<string, SqlValue>>(
    query: string,
    ...bindings: readonly (Uint8Array | string | number)[]
  ): Row[]
  /** Runs the work in a transaction. If the work throws, none of its changes are made. */
  together<T>(work: () => T): T
  /** Makes a write that changes no value. Returns the number of rows written. */
  touch(): number
  /** Resolves when all writes are on disk. Rejects with a `StoreError`. */
  sync(): Promise<void>
}

export const prefix = 'mock_endpoint_'
const format = 1

/** A text is in `data`. If it is too long for a row, the rest is in rows of the table `pieces`. */
const tables = [
  `CREATE TABLE ${prefix}notes (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT`,
  `CREATE TABLE ${prefix}endpoints (number INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE,
    status INTEGER NOT NULL, delay REAL NOT NULL, pieces INTEGER NOT NULL, data BLOB NOT NULL) STRICT`,
  // Each new rule gets the highest number, which is its place among the others.
  `CREATE TABLE ${prefix}rules (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE,
    endpoint BLOB NOT NULL, pieces INTEGER NOT NULL, data BLOB NOT NULL) STRICT`,
  `CREATE INDEX ${prefix}rules_of ON ${prefix}rules (endpoint)`,
  `CREATE TABLE ${prefix}pieces (owner TEXT NOT NULL, number INTEGER NOT NULL,
    place INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (owner, number, place)) STRICT`,
  `INSERT INTO ${prefix}notes VALUES ('format', ${format}), ('endpoints', 0), ('rules', 0)`,
]

/** Creates the tables if there are none. Throws a `StoreError` (`foreign`) if they differ. */
export function openTables(storage: DurableObjectStorage): Database {
  const database = createDatabase(storage)
  if (hasTables(database)) checkFormat(database)
  else database.together(() => tables.map((statement) => database.run(statement)))
  return database
}

function createDatabase(storage: DurableObjectStorage): Database {
  function sheltered<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw toStoreError(error)
    }
  }

  function run<Row>(query: string, ...bindings: readonly unknown[]): Row[] {
    return sheltered(() => storage.sql.exec(query, ...bindings).toArray() as Row[])
  }

  return {
    run,
    together: (work) => sheltered(() => storage.transactionSync(work)),
    touch: () => run(`UPDATE ${prefix}notes SET value = value WHERE name = 'format'`).length,
    sync: () => storage.sync().catch((error) => Promise.reject(toStoreError(error))),
  }
}

function hasTables({ run }: Database): boolean {
  return run(`SELECT 1 FROM sqlite_master WHERE name GLOB '${prefix}*' LIMIT 1`).length > 0
}

function checkFormat({ run }: Database): void {
  const found = run(`SELECT 1 FROM sqlite_master WHERE name = '${prefix}notes'`)
  const noted = found.length === 0 ? [] : notedFormat(run)
  if (noted[0]?.value === format) return
  const detail = `The tables ${prefix}* of this Durable Object belong to another version or program.`
  throw new StoreError('foreign', detail)
}

function notedFormat(run: Database['run']): { value: SqlValue }[] {
  return run(`SELECT value FROM ${prefix}notes WHERE name = 'format'`)
}
