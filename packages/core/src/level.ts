/**
 * The store on LevelDB, or on any other abstract-level database: the way in and out.
 *
 * @module @mock-endpoint/core/level
 */
import { Level } from 'level'
import { type Connection, openConnection } from './level/connection.ts'
import type { LevelDatabase } from './level/database.ts'
import { createReads } from './level/reads.ts'
import { type LevelRecovery, noRecovery } from './level/recovery.ts'
import { createRuleReads } from './level/rule-reads.ts'
import { toStoreError } from './level/store-error.ts'
import { createWriter } from './level/writer.ts'
import { type EndpointStore, StoreError } from './model/store/store.ts'
import { createWriteCalls, removes, type Write } from './model/store/store-writes.ts'
import { type Clock, realClock } from './model/time/clock.ts'

export type {
  BatchOperation,
  ChainedBatch,
  Encodings,
  KeyRange,
  Keys,
  LevelDatabase,
} from './level/database.ts'
export { type DecodedRecord, decodeRecord, formatKey } from './level/records.ts'
export type { LevelRecovery } from './level/recovery.ts'
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

/** LevelDB makes a table of its log, which is about as large as its write buffer. */
const neededToOpen = 4 * 1024 * 1024

/** LevelDB's cache of blocks would keep 16 of any size: 160 MiB with endpoints of 10 MiB. */
const withoutCache = { cacheSize: 0 }

/** How a store on LevelDB is opened, and whom it asks and tells. */
export interface LevelStoreOptions {
  /**
   * Is asked before so many bytes of endpoints and rules are written, by `check` with 1, and with what LevelDB may
   * need before a database that failed is opened again. When it rejects with a `StoreError`, the
   * endpoint or the rule is refused with that; removing goes on. Default: everything may be written.
   */
  readonly admit?: (bytes: number) => Promise<void>
  /**
   * Is called when removing fails for want of room. Resolves to whether there is now enough to open
   * the database again; if so, that is done at once, and the removal is tried once more. Default:
   * there is none until `admit` says so.
   */
  readonly makeRoom?: () => Promise<boolean>
  /**
   * Saves what an opening may lose: LevelDB passes over a log that it cannot read, and deletes it.
   * Default: LevelDB is trusted.
   */
  readonly recovery?: LevelRecovery
  /** Is told why no writes are taken any more, and with nothing when they are again. */
  readonly onTrouble?: (reason: StoreError | undefined) => void
  /** Time and timers. Default: the runtime's. */
  readonly clock?: Clock
}

/**
 * Opens a store that keeps its endpoints and rules on disk: in a folder, which is made if need be, or
 * in an abstract-level database of yours, which the store then owns and which must order keys by
 * their bytes (memory-level does unless its `storeEncoding` is `utf8`).
 *
 * A write resolves once it is synced; writes that wait at the same time share one sync. After a
 * write has failed the store takes no more of them until it has closed the database and opened it
 * again, which it tries after 0.25 s, and then less and less often, up to every 4 s. Reads go on.
 *
 * LevelDB misses some damage to its files and loses endpoints without a word. `startServer` of the
 * server checks the files first; this function does not.
 *
 * What cannot be read costs its own endpoint: its reads are rejected (`corrupt`), all others go on.
 *
 * Rejects with a `StoreError`: `locked` when another process has the folder open, `foreign` when the
 * database holds what no store of ours has written, `corrupt` when its files cannot be read or
 * endpoints or rules are missing, `unavailable` when it cannot be opened at all.
 */
export async function openLevelStore(
  database: string | LevelDatabase,
  {
    admit = async () => {},
    makeRoom = async () => false,
    recovery = noRecovery,
    onTrouble = () => {},
    clock = realClock,
  }: LevelStoreOptions = {},
): Promise<EndpointStore> {
  const connection = await openConnection({
    create: () => (typeof database === 'string' ? new Level(database, withoutCache) : database),
    recovery,
    clock,
    admit: () => admit(neededToOpen),
    makeRoom,
    onTrouble,
  })
  const writer = createWriter({ db: connection.db, connection, admit })
  let isClosed = false

  function opened(): Connection {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    return connection
  }

  async function write(what: Write): Promise<number> {
    const { check } = opened()
    // What removes may have room made for it.
    if (!removes(what)) check()
    return writer.write(what)
  }

  return {
    kind: 'level',
    unreadableRules: [...connection.contents().rules.unreadable],
    ...createReads(opened),
    ...createRuleReads(opened, writer.settled),
    ...createWriteCalls(write),
    count: async () => opened().contents().count,
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
