/**
 * The store of a Durable Object, which reads and writes its SQLite storage.
 *
 * @module @mock-endpoint/core/durable-object
 */
import { openTables } from './durable-object/database.ts'
import { createSqlEndpoints } from './durable-object/endpoints.ts'
import { createReads } from './durable-object/reads.ts'
import { createSqlRules } from './durable-object/rules.ts'
import type { DurableObjectStorage } from './durable-object/storage.ts'
import { type Contents, makeWrite } from './durable-object/writes.ts'
import { type EndpointStore, StoreError } from './model/store/store.ts'
import { createWriteCalls } from './model/store/store-writes.ts'

export type {
  DurableObjectStorage,
  SqlCursor,
  SqlStorage,
  SqlValue,
} from './durable-object/storage.ts'
export type { Endpoint } from './model/endpoint/endpoint.ts'
export {
  type Awaitable,
  type EndpointStore,
  type NameRange,
  type StoreChange,
  type StoredRule,
  StoreError,
  type StoreErrorKind,
} from './model/store/store.ts'

/**
 * Creates a store that keeps its endpoints and rules in the SQLite storage of a Durable Object:
 * `ctx.storage` of a class in `new_sqlite_classes`. It creates tables whose names begin with
 * `mock_endpoint_`, and does not touch others. An object needs one such store, created in its
 * constructor.
 *
 * SQLite is synchronous, so reads need no promise. A write resolves before it is on disk. Until it
 * is, the runtime holds back everything that the object sends (its output gate), so a client that
 * receives a response can rely on the write. When the disk accepts no more data, the runtime fails
 * the request and restarts the object with the data on disk. `check` resolves when all writes are
 * on disk.
 *
 * Throws a `StoreError`: `foreign` when tables of those names belong to another version or program,
 * `unavailable` when the storage has no SQLite.
 */
export function createDurableObjectStore(storage: DurableObjectStorage): EndpointStore {
  const database = openTables(storage)
  const contents: Contents = {
    endpoints: createSqlEndpoints(database),
    rules: createSqlRules(database),
  }
  let isClosed = false
  let hasFailed = false

  function opened(): Contents {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    return contents
  }

  /** Does the work in one transaction, so nothing is written if it throws. */
  function make(work: () => number): number {
    hasFailed = true
    const result = database.together(work)
    hasFailed = false
    return result
  }

  return {
    kind: 'durable-object',
    ...createReads(opened),
    ...createWriteCalls(async (write) => {
      const there = opened()
      return make(() => makeWrite(write, there))
    }),
    async check() {
      opened()
      if (hasFailed) make(database.touch)
      await database.sync()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await database.sync()
    },
  }
}
