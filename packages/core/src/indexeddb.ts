/**
 * The store for pages and workers, which reads and writes IndexedDB.
 *
 * @module @mock-endpoint/core/indexeddb
 */
import { openConnection } from './indexeddb/connection.ts'
import { createReads } from './indexeddb/reads.ts'
import { checkKey } from './indexeddb/records.ts'
import { allChanged } from './indexeddb/rule-names.ts'
import { joinTabs } from './indexeddb/tabs.ts'
import { createWriter } from './indexeddb/writer.ts'
import { type EndpointStore, StoreError } from './model/store/store.ts'
import { createWriteCalls } from './model/store/store-writes.ts'
import { type Clock, realClock } from './model/time/clock.ts'

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
export type { Clock, Timer } from './model/time/clock.ts'

/** The options of a store in IndexedDB. */
export interface IndexedDbStoreOptions {
  /** The name of the database, which is created if it does not exist. Default: `mock-endpoint`. */
  readonly name?: string | undefined
  /** Timeout for opening the database, in milliseconds. Default: 10,000. */
  readonly openTimeout?: number | undefined
  /** Time and timers. Default: the runtime's. */
  readonly clock?: Clock | undefined
}

/**
 * Opens a store that keeps its endpoints and rules in an IndexedDB database of this origin, in a
 * page or a worker of any kind.
 *
 * A write resolves when the browser has synced it (`durability: 'strict'`). Writes that wait at the
 * same time share one transaction. When the origin's quota is used up, writes reject (`full`), but
 * reads and removals still work.
 *
 * Several tabs and workers may have the same database open. Each write is atomic, and counts and
 * lists are correct in all of them. The stores notify each other of changes, which `watch` passes
 * on. Until then, for a few milliseconds, another tab may still return the previous data.
 *
 * The store never blocks the deletion of the database, for example with the site's data. It then
 * continues with an empty one.
 *
 * Rejects with a `StoreError`: `foreign` when the database belongs to another program or to a later
 * version, `timeout` when it did not open in time, `unavailable` when there is no IndexedDB here.
 */
export async function openIndexedDbStore({
  name = 'mock-endpoint',
  openTimeout = 10_000,
  clock = realClock,
}: IndexedDbStoreOptions = {}): Promise<EndpointStore> {
  if (!('indexedDB' in globalThis)) {
    throw new StoreError('unavailable', 'There is no IndexedDB here.')
  }
  const tabs = joinTabs(name, () => opened)
  const opened = openConnection({ name, openTimeout, clock }, () => tabs.changed(allChanged))
  const connection = await opened.catch((error) => {
    tabs.close()
    throw error
  })
  const writer = createWriter(connection, tabs)

  return {
    kind: 'indexeddb',
    ...createReads(() => {
      connection.check()
      return connection
    }),
    ...createWriteCalls(async (write) => {
      connection.check()
      return writer.write(write)
    }),
    watch: tabs.watch,
    async check() {
      connection.check()
      await connection.transact('test', async ({ notes }) => {
        notes.put(1, checkKey)
      })
    },
    async close() {
      connection.refuse()
      await writer.idle()
      connection.close()
      tabs.close()
    },
  }
}
