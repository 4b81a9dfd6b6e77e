// The open database. After a write has failed LevelDB would acknowledge others and lose them, so
// we close it, and open it again until it takes writes.

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
  /** What there is in it, without what is being written. */
  readonly contents: () => Contents
  /** Throws the reason while no writes are taken. */
  check(): void
  /** A write has succeeded, and this is what there is now. */
  written(contents: Contents): void
  /** A write has failed. What it leaves in doubt is not read until it is known. */
  failed(reason: StoreError, isInDoubt: IsInDoubt): void
  /** A clear is certain to happen: from now on there is nothing, whatever the database holds. */
  cleared(): void
  isCleared(): boolean
  /**
   * After a failure for want of room: has room made, and opens the database again at once. Resolves
   * to whether writes are taken.
   */
  makeRoom(): Promise<boolean>
  /**
   * Returns nothing when what is wanted, or if nothing is named all that is not in doubt, can be read,
   * and a promise while the database is being opened again. Throws, or rejects with, the reason when
   * it cannot be read.
   */
  readable(wanted?: Wanted): Awaitable<void>
  /** May be called twice. */
  close(): Promise<void>
}

export interface ConnectionOptions {
  /** Makes the database, which begins to open itself. */
  readonly create: () => LevelDatabase
  readonly recovery: LevelRecovery
  readonly clock: Clock
  /** Rejects with the reason while it makes no sense to open the database again. */
  readonly admit: () => Promise<void>
  /** Resolves to whether there is room to open the database again, after making some. */
  readonly makeRoom: () => Promise<boolean>
  /** Is told why no writes are taken any more, and with nothing when they are again. */
  readonly onTrouble: (reason: StoreError | undefined) => void
}

/** Opens the database. Rejects with a `StoreError`, and the database closed, when that fails. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { create, recovery, clock, admit } = options
  const onTrouble = sheltered(options.onTrouble)
  await recovery.beforeOpen().catch((error) => Promise.reject(toStoreError(error)))
  const db = create()
  let contents = await open(db, recovery, 'finish')
  /** Not while it is being opened, though LevelDB would answer. */
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
      // A clear whose mark could not be written has been refused. Its endpoints are being read.
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
