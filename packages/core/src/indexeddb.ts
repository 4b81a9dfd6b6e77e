/**
 * The store of pages and workers: the way into IndexedDB and out.
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

/** How a store in IndexedDB is opened. */
export interface IndexedDbStoreOptions {
  /** The name of the database, which is made if need be. Default: `mock-endpoint`. */
  readonly name?: string | undefined
  /** How many milliseconds the database may take to open. Default: 10,000. */
  readonly openTimeout?: number | undefined
  /** Time and timers. Default: the runtime's. */
  readonly clock?: Clock | undefined
}

/**
 * Opens a store that keeps its endpoints and rules in an IndexedDB database of this origin, in a
 * page or a worker of any kind.
 *
 * A write resolves once the browser has synced it (`durability: 'strict'`); writes that wait at the
 * same time share one transaction. When the origin's quota is used up they reject (`full`), and
 * reads and removals go on.
 *
 * Several tabs and workers may have the same database open. Each write is whole, and counts and
 * lists are right in all of them. The stores tell each other of their changes, which `watch` passes
 * on; until then, a few milliseconds, another tab may still answer what was there before.
 *
 * The store never keeps others from deleting the database, for example with the site's data. It
 * then goes on with an empty one.
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
