/**
 * The store of a Durable Object: the way into its SQLite storage and out.
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
 * A store that keeps its endpoints and rules in the SQLite storage of a Durable Object: `ctx.storage`
 * of a class in `new_sqlite_classes`. It makes tables whose names begin with `mock_endpoint_`, and
 * leaves others alone. An object needs one such store, made in its constructor.
 *
 * SQLite answers at once, so reads need no promise. A write resolves as soon as it is made, before
 * it is on disk. Until it is there, the runtime holds back whatever the object sends (its output
 * gate), so whoever receives a response can rely on it. When the disk takes no more, the runtime fails
 * the request and starts the object again with what was on disk. `check` resolves once everything
 * that was written is on disk.
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

  /** All of it, or nothing when it throws. */
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
