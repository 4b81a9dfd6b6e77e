// The store on LevelDB, or on any other abstract-level database: its reads, and the way in and out.
import { Level } from 'level'
import { type LevelDatabase, utf8 } from './level/database.ts'
import { keysIn, toEndpoint, toKey, toName } from './level/records.ts'
import { toStoreError } from './level/store-error.ts'
import { createWriter, type Writer } from './level/writer.ts'
import type { Endpoint } from './model/endpoint.ts'
import type { Awaitable, EndpointStore } from './model/store.ts'

export type { LevelDatabase } from './level/database.ts'

/**
 * Opens a store that keeps its endpoints on disk: in a folder, which is made if need be, or in an
 * abstract-level database of yours, which the store then owns and which must order keys by their
 * bytes (memory-level does unless its `storeEncoding` is `utf8`).
 *
 * A write resolves once it is synced; writes that wait at the same time share one sync. After a
 * write has failed the store takes no more of them until it is opened again; reads go on.
 *
 * Rejects with a `StoreError`: `locked` when another process has the folder open, `corrupt` when
 * its files cannot be read, `unavailable` when it cannot be opened at all.
 */
export async function openLevelStore(database: string | LevelDatabase): Promise<EndpointStore> {
  const db: LevelDatabase = typeof database === 'string' ? new Level(database) : database
  const writer = await open(db)
  const readsAtOnce = 'getSync' in db.supports && db.supports.getSync === true

  function get(name: string): Awaitable<Endpoint | undefined> {
    if (readsAtOnce) {
      const value = attempt(() => db.getSync(toKey(name), utf8))
      return value === undefined ? undefined : toEndpoint(name, value)
    }
    return db.get(toKey(name), utf8).then(
      (value) => (value === undefined ? undefined : toEndpoint(name, value)),
      (error) => Promise.reject(toStoreError(error)),
    )
  }

  return {
    kind: 'level',
    get,
    async put(endpoint) {
      await writer.write({ name: endpoint.name, endpoint })
    },
    remove: async (name) => (await writer.write({ name })) === 1,
    clear: () => writer.write('clear'),
    async *list(range = {}) {
      const entries = () => db.iterator({ ...keysIn(range), ...utf8 })
      for await (const [key, value] of failsAsStore(entries)) {
        const name = toName(key)
        if (!name.startsWith(range.prefix ?? '')) return
        yield toEndpoint(name, value)
      }
    },
    async *names(range = {}) {
      const keys = () => db.keys({ ...keysIn(range), ...utf8 })
      for await (const key of failsAsStore(keys)) {
        const name = toName(key)
        if (!name.startsWith(range.prefix ?? '')) return
        yield name
      }
    },
    count: async () => writer.count(),
    check: async () => writer.check(),
    async close() {
      await writer.close()
      await db.close().catch((error) => Promise.reject(toStoreError(error)))
    },
  }
}

async function open(db: LevelDatabase): Promise<Writer> {
  try {
    await db.open()
    return await createWriter(db)
  } catch (error) {
    await db.close()
    throw toStoreError(error)
  }
}

function attempt<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw toStoreError(error)
  }
}

async function* failsAsStore<T>(read: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* read()
  } catch (error) {
    throw toStoreError(error)
  }
}
