/**
 * The store on LevelDB, or on any other abstract-level database.
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

/** Bytes needed to open: LevelDB makes a table of its log, about as large as its write buffer. */
const neededToOpen = 4 * 1024 * 1024

/** LevelDB's block cache would keep 16 blocks of any size: 160 MiB with endpoints of 10 MiB. */
const withoutCache = { cacheSize: 0 }

/** The options of a store on LevelDB. */
export interface LevelStoreOptions {
  /**
   * Called with the number of bytes before endpoints and rules are written, by `check` with 1, and
   * before a failed database is opened again, with what LevelDB may need. If it rejects with a
   * `StoreError`, the write is refused with that error, but removals still work. Default: all
   * writes are allowed.
   */
  readonly admit?: (bytes: number) => Promise<void>
  /**
   * Called when a removal fails because the disk is full. Resolves to whether there is now enough
   * room to open the database again. If so, it is opened at once, and the removal is tried once
   * more. Default: there is not enough until `admit` resolves.
   */
  readonly makeRoom?: () => Promise<boolean>
  /**
   * Saves data that opening the database may lose, because LevelDB skips a log that it cannot read,
   * and deletes it. Default: nothing is saved.
   */
  readonly recovery?: LevelRecovery
  /** Called with the reason when writes begin to fail, and without one when they work again. */
  readonly onTrouble?: (reason: StoreError | undefined) => void
  /** Time and timers. Default: the runtime's. */
  readonly clock?: Clock
}

/**
 * Opens a store that keeps its endpoints and rules on disk: in a folder, which is created if it
 * does not exist, or in your abstract-level database, which the store then owns and which must
 * order keys by their bytes (memory-level does unless its `storeEncoding` is `utf8`).
 *
 * A write resolves when it is synced. Writes that wait at the same time share one sync. After a
 * failed write, the store refuses writes until it has closed the database and opened it again. It
 * tries this after 0.25 s, then less and less often, up to every 4 s. Reads continue if the
 * database can be opened.
 *
 * LevelDB misses some damage to its files and loses endpoints without an error. `startServer` of
 * the server checks the files first. This function does not.
 *
 * A record that cannot be read affects only its endpoint, whose reads reject (`corrupt`).
 *
 * Rejects with a `StoreError`: `locked` when another process has the folder open, `foreign` when
 * the database has data of another program, `corrupt` when its files cannot be read or endpoints or
 * rules are missing, `unavailable` when it cannot be opened for another reason.
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
    // A removal is not checked, because room may be made for it.
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
      // Not 0, because there is always room for 0 bytes.
      await admit(1).catch((error) => Promise.reject(toStoreError(error)))
    },
    async close() {
      isClosed = true
      await writer.idle()
      await connection.close()
    },
  }
}
