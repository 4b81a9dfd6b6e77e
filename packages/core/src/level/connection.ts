// The open database. After a failed write, LevelDB would acknowledge other writes and lose them. So
// we close the database, and try to open it again until it takes writes.

import { debug } from '../model/debug.ts'
import { sheltered } from '../model/problem/errors.ts'
import type { Awaitable, StoreError } from '../model/store/store.ts'
import type { Clock } from '../model/time/clock.ts'
import type { Contents } from './contents.ts'
import { type LevelDatabase, writeSynced } from './database.ts'
import { prepare, type Unfinished } from './prepare.ts'
import type { LevelRecovery } from './recovery.ts'
import { createRetry } from './retry.ts'
import { noRules } from './rules.ts'
import { toStoreError } from './store-error.ts'
import { createTrouble, type IsInDoubt, type Wanted } from './trouble.ts'

export interface Connection {
  readonly db: LevelDatabase
  /** The contents of the database, without writes in progress. */
  readonly contents: () => Contents
  /** Throws the reason while no writes are taken. */
  check(): void
  /** Notes that a write has succeeded, and the new contents. */
  written(contents: Contents): void
  /** Notes that a write has failed. What is in doubt is not read until the database is reopened. */
  failed(reason: StoreError, isInDoubt: IsInDoubt): void
  /** Notes that a clear is certain. The store is now empty, whatever is left in the database. */
  cleared(): void
  isCleared(): boolean
  /**
   * After a failure for lack of room, makes room and opens the database again immediately. Resolves
   * to whether writes are taken.
   */
  makeRoom(): Promise<boolean>
  /**
   * Returns `undefined` if `wanted` can be read, or without `wanted`, if all that is not in doubt
   * can be read. Returns a promise while the database is being opened again. Throws or rejects with
   * the reason if it cannot be read.
   */
  readable(wanted?: Wanted): Awaitable<void>
  /** Closes the database. May be called twice. */
  close(): Promise<void>
}

export interface ConnectionOptions {
  /** Creates the database, which starts to open itself. */
  readonly create: () => LevelDatabase
  readonly recovery: LevelRecovery
  readonly clock: Clock
  /** Rejects with the reason while the database should not be opened again. */
  readonly admit: () => Promise<void>
  /** Makes room. Resolves to whether there is now enough to open the database again. */
  readonly makeRoom: () => Promise<boolean>
  /** Called with the reason when writes stop being taken, and with `undefined` when they resume. */
  readonly onTrouble: (reason: StoreError | undefined) => void
}

/** Opens the database. If that fails, closes it and rejects with a `StoreError`. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { create, recovery, clock, admit } = options
  const onTrouble = sheltered(options.onTrouble)
  await recovery.beforeOpen().catch((error) => Promise.reject(toStoreError(error)))
  const db = create()
  let contents = await open(db, recovery, 'finish')
  /** False while the database is being opened again, although LevelDB would accept reads. */
  let isReadable = true
  let isCleared = false
  const trouble = createTrouble()
  const retry = createRetry(clock, reopen)

  async function reopen(hasRoom: boolean): Promise<void> {
    try {
      if (!hasRoom) await admit()
      isReadable = false
      await db.close()
      await recovery.beforeOpen()
      // A clear whose mark could not be written was refused, and the endpoints are still read.
      const clear = isCleared ? 'finish' : 'cancel'
      contents = await open(db, recovery, clear, { createIfMissing: false })
      isReadable = true
      isCleared = false
      trouble.end()
      debug?.('Opened the database again: writes are taken.')
      onTrouble(undefined)
    } catch (error) {
      const reason = toStoreError(error)
      debug?.(`Did not open the database again: ${reason.message}`)
      trouble.goOn(reason)
      retry.later()
    }
  }

  async function makeRoom(): Promise<boolean> {
    await retry.running()
    if (trouble.isThere() && (await options.makeRoom())) await retry.now()
    return !trouble.isThere()
  }

  function readable(wanted?: Wanted): Awaitable<void> {
    if (isReadable) return wanted === undefined ? undefined : trouble.checkDoubt(wanted)
    const running = retry.running()
    if (running) return running.then(() => readable(wanted))
    throw trouble.unreadable()
  }

  return {
    db,
    contents: () => contents,
    check: trouble.check,
    written(now) {
      contents = now
      isCleared = false
      retry.reset()
    },
    cleared() {
      const rules = noRules(contents.rules.lastSequence)
      contents = { ...contents, count: 0, rules }
      isCleared = true
    },
    isCleared: () => isCleared,
    makeRoom,
    failed(reason, isInDoubt) {
      debug?.(`A write failed, so the database is opened again: ${reason.message}`)
      trouble.begin(reason, isInDoubt)
      onTrouble(reason)
      retry.later()
    },
    readable,
    async close() {
      await retry.stop()
      await db.close().catch((error) => Promise.reject(toStoreError(error)))
    },
  }
}

async function open(
  db: LevelDatabase,
  recovery: LevelRecovery,
  clear: Unfinished,
  how?: { createIfMissing: boolean },
): Promise<Contents> {
  try {
    await db.open(how)
    await recovery.afterOpen((operations) => writeSynced(db, [...operations]))
    return await prepare(db, clear)
  } catch (error) {
    await db.close()
    throw toStoreError(error)
  }
}
