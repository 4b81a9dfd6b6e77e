// The open database. After a write that failed it is unfit to write, for LevelDB would acknowledge
// others and lose them: it is closed, and opened again until it takes them.

import type { Clock, Timer } from '../model/clock.ts'
import { type Awaitable, StoreError } from '../model/store.ts'
import type { LevelDatabase } from './database.ts'
import { prepare } from './prepare.ts'
import { type DatabaseFiles, keepLogs, replayLogs } from './replay.ts'
import { toStoreError } from './store-error.ts'

export interface Connection {
  readonly db: LevelDatabase
  /** How many endpoints there are. */
  readonly count: () => number
  /** Throws the reason while no writes are taken. */
  check(): void
  /** A write has succeeded, and this is how many endpoints there are now. */
  written(count: number): void
  /** A write has failed: those that it leaves in doubt are not read until it is known. */
  failed(reason: StoreError, isInDoubt: (name?: string) => boolean): void
  /**
   * Nothing when the endpoint of that name can be read; a promise while the database is being opened
   * again. Throws, or rejects with, the reason when it cannot be read.
   */
  readable(name: string): Awaitable<void>
  /** The same for all endpoints. */
  allReadable(): Awaitable<void>
  /** May be called twice. */
  close(): Promise<void>
}

export interface ConnectionOptions {
  /** Makes the database, which begins to open itself. */
  readonly create: () => LevelDatabase
  /** The files of the database, where it has some that can be read. */
  readonly files: DatabaseFiles | undefined
  readonly clock: Clock
  /** Rejects with the reason while it makes no sense to open the database again. */
  readonly admit: () => Promise<void>
  /** Is told why no writes are taken any more, and with nothing when they are again. */
  readonly onTrouble: (reason: StoreError | undefined) => void
}

interface Failure {
  readonly reason: StoreError
  /** Whether it is not known what became of the last write of that name; or, without one, of all. */
  readonly isInDoubt: (name?: string) => boolean
}

const firstWait = 250
/** Short enough to write again within five seconds of the end of the trouble. */
const longestWait = 4000

/** Opens the database. Rejects with a `StoreError`, and the database closed, when that fails. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { create, files, clock, admit, onTrouble } = options
  if (files) await keepLogs(files).catch((error) => Promise.reject(toStoreError(error)))
  const db = create()
  let count = await open(db, files)
  /** Not while it is being opened, though LevelDB would answer. */
  let isReadable = true
  let failure: Failure | undefined
  let reopening: Promise<void> | undefined
  /** Since the last write that succeeded. */
  let attempts = 0
  let timer: Timer
  let isClosed = false

  function reopenLater(): void {
    if (isClosed) return
    const wait = Math.min(firstWait * 2 ** attempts++, longestWait)
    timer = clock.setTimeout(() => {
      reopening = reopen().finally(() => {
        reopening = undefined
      })
    }, wait)
  }

  async function reopen(): Promise<void> {
    try {
      await admit()
      isReadable = false
      await db.close()
      if (files) await keepLogs(files)
      count = await open(db, files, { createIfMissing: false })
      isReadable = true
      failure = undefined
      onTrouble(undefined)
    } catch (error) {
      const { isInDoubt = () => true } = failure ?? {}
      failure = { reason: toStoreError(error), isInDoubt }
      reopenLater()
    }
  }

  function readable(name?: string): Awaitable<void> {
    if (!failure) return
    if (!isReadable) {
      if (reopening) return reopening.then(() => readable(name))
      throw new StoreError('unavailable', unreadable, { cause: failure.reason })
    }
    if (!failure.isInDoubt(name)) return
    throw new StoreError('unavailable', inDoubt, { cause: failure.reason })
  }

  return {
    db,
    count: () => count,
    check() {
      if (!failure) return
      const { reason } = failure
      throw new StoreError(reason.kind, `${reason.message} ${noWrites}`, { cause: reason })
    },
    written(now) {
      count = now
      attempts = 0
    },
    failed(reason, isInDoubt) {
      failure = { reason, isInDoubt }
      onTrouble(reason)
      reopenLater()
    },
    readable,
    allReadable: () => readable(),
    async close() {
      isClosed = true
      clock.clearTimeout(timer)
      await reopening
      await db.close().catch((error) => Promise.reject(toStoreError(error)))
    },
  }
}

const noWrites =
  'Nothing is written until the database has been opened again, which goes on by itself.'
const unreadable =
  'The database cannot be read until it has been opened again, which goes on by itself.'
const inDoubt = 'The last write of this endpoint failed; what became of it will be known shortly.'

async function open(
  db: LevelDatabase,
  files: DatabaseFiles | undefined,
  how?: { createIfMissing: boolean },
): Promise<number> {
  try {
    await db.open(how)
    if (files) await replayLogs(files, db)
    return await prepare(db)
  } catch (error) {
    await db.close()
    throw toStoreError(error)
  }
}
