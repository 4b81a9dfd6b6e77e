// The store on LevelDB, or on any other abstract-level database: its reads, and the way in and out.
import { Level } from 'level'
import type { Write } from './level/changes.ts'
import { type Connection, openConnection } from './level/connection.ts'
import { type LevelDatabase, utf8 } from './level/database.ts'
import { keysIn, toEndpoint, toKey, toName } from './level/records.ts'
import type { DatabaseFiles } from './level/replay.ts'
import { toStoreError } from './level/store-error.ts'
import { createWriter } from './level/writer.ts'
import { type Clock, realClock } from './model/clock.ts'
import type { Endpoint } from './model/endpoint.ts'
import { type Awaitable, type EndpointStore, StoreError } from './model/store.ts'

export type { LevelDatabase } from './level/database.ts'
export type { DatabaseFiles } from './level/replay.ts'

/** LevelDB makes a table of its log, which is about as large as its write buffer. */
const neededToOpen = 4 * 1024 * 1024

/** What a store on LevelDB asks, and tells. */
export interface LevelStoreOptions {
  /**
   * Is asked before so many bytes of data are written, by `check` with 0, and with what LevelDB may
   * need before a database that failed is opened again. What it rejects with, a `StoreError`, the endpoint is refused
   * with; removing goes on. Default: everything may be written.
   */
  readonly admit?: (bytes: number) => Promise<void>
  /**
   * The files of the database. LevelDB passes over a log that it cannot read, and deletes it: the
   * store keeps the logs until they have been read, or writes again what they held. Default:
   * LevelDB is trusted.
   */
  readonly files?: DatabaseFiles
  /** Is told why no writes are taken any more, and with nothing when they are again. */
  readonly onTrouble?: (reason: StoreError | undefined) => void
  /** Time and timers. Default: the runtime's. */
  readonly clock?: Clock
}

/**
 * Opens a store that keeps its endpoints on disk: in a folder, which is made if need be, or in an
 * abstract-level database of yours, which the store then owns and which must order keys by their
 * bytes (memory-level does unless its `storeEncoding` is `utf8`).
 *
 * A write resolves once it is synced; writes that wait at the same time share one sync. After a
 * write has failed the store takes no more of them until it has closed the database and opened it
 * again, which it tries after 0.25 s, and then ever less often, up to every 4 s. Reads go on.
 *
 * Rejects with a `StoreError`: `locked` when another process has the folder open, `corrupt` when
 * its files cannot be read or endpoints are missing, `unavailable` when it cannot be opened at all.
 */
export async function openLevelStore(
  database: string | LevelDatabase,
  {
    admit = async () => {},
    files,
    onTrouble = () => {},
    clock = realClock,
  }: LevelStoreOptions = {},
): Promise<EndpointStore> {
  const connection = await openConnection({
    create: () => (typeof database === 'string' ? new Level(database) : database),
    files,
    clock,
    admit: () => admit(neededToOpen),
    onTrouble,
  })
  const { db } = connection
  const writer = createWriter({ db, connection, admit })
  const readsAtOnce = 'getSync' in db.supports && db.supports.getSync === true
  let isClosed = false

  function opened(): Connection {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    return connection
  }

  async function write(what: Write): Promise<number> {
    opened().check()
    return writer.write(what)
  }

  function get(name: string): Awaitable<Endpoint | undefined> {
    const reopened = opened().readable(name)
    if (reopened) return reopened.then(() => get(name))
    if (readsAtOnce) {
      const value = attempt(() => db.getSync(toKey(name), utf8))
      return value === undefined ? undefined : toEndpoint(name, value)
    }
    return db.get(toKey(name), utf8).then(
      (value) => (value === undefined ? undefined : toEndpoint(name, value)),
      (error) => Promise.reject(toStoreError(error)),
    )
  }

  async function* read<T>(open: () => AsyncIterable<T>): AsyncGenerator<T> {
    await opened().allReadable()
    try {
      yield* open()
    } catch (error) {
      throw toStoreError(error)
    }
  }

  return {
    kind: 'level',
    get,
    async put(endpoint) {
      await write({ name: endpoint.name, endpoint })
    },
    remove: async (name) => (await write({ name })) === 1,
    clear: () => write('clear'),
    async *list(range = {}) {
      for await (const [key, value] of read(() => db.iterator({ ...keysIn(range), ...utf8 }))) {
        const name = toName(key)
        if (!name.startsWith(range.prefix ?? '')) return
        yield toEndpoint(name, value)
      }
    },
    async *names(range = {}) {
      for await (const key of read(() => db.keys({ ...keysIn(range), ...utf8 }))) {
        const name = toName(key)
        if (!name.startsWith(range.prefix ?? '')) return
        yield name
      }
    },
    count: async () => opened().count(),
    async check() {
      opened().check()
      // There is always room for nothing.
      await admit(1).catch((error) => Promise.reject(toStoreError(error)))
    },
    async close() {
      isClosed = true
      await writer.idle()
      await connection.close()
    },
  }
}

function attempt<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw toStoreError(error)
  }
}
