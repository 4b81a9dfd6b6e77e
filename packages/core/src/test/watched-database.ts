// A database in memory whose openings and batches a test can list, hold back or make fail. The rest
// is real.
import { MemoryLevel } from 'memory-level'
import type { BatchOperation, ChainedBatch, Encodings, LevelDatabase } from '../level.ts'

type OpenOptions = Parameters<LevelDatabase['open']>[0]

interface Held {
  /** Resolves when a call is held back. */
  readonly reached: Promise<void>
  readonly release: () => void
}

export interface WatchedDatabase {
  readonly db: LevelDatabase
  /** The options of each batch so far. */
  readonly batches: readonly { readonly sync: boolean }[]
  /** The options of each opening so far. */
  readonly opens: readonly OpenOptions[]
  /** Holds batches back until they are released. */
  hold(): Held
  /** Holds openings back until they are released. */
  holdOpen(): Held
  /** Makes the next batch fail, or the one `behind` later. `written`: it is written anyway. */
  failNext(error: Error, how?: { readonly behind?: number; readonly written?: boolean }): void
  /** Makes this many of the next openings fail. Default: 1. */
  failOpen(error: Error, times?: number): void
}

type BatchOptions = Encodings & { sync: boolean }
const unsynced: BatchOptions = { keyEncoding: 'utf8', valueEncoding: 'utf8', sync: false }

export function watchedDatabase(): WatchedDatabase {
  const db: LevelDatabase = new MemoryLevel()
  const inner = { open: db.open.bind(db), batch: db.batch.bind(db) }
  const batches: { sync: boolean }[] = []
  const opens: OpenOptions[] = []
  const failures = new Map<number, { readonly error: Error; readonly written: boolean }>()
  const openFailures: Error[] = []
  let hold = async (): Promise<void> => {}
  let holdOpen = hold

  async function watch(options: { sync: boolean }, write: () => Promise<void>): Promise<void> {
    const failure = failures.get(batches.push(options))
    await hold()
    if (!failure || failure.written) await write()
    if (failure) throw failure.error
  }

  function batch(): ChainedBatch
  function batch(operations: BatchOperation[], options: BatchOptions): Promise<void>
  function batch(operations?: BatchOperation[], options: BatchOptions = unsynced) {
    if (operations) return watch(options, () => inner.batch(operations, options))
    const chained = inner.batch()
    const write = chained.write.bind(chained)
    return Object.assign(chained, {
      write: (options: { sync: boolean }) => watch(options, () => write(options)),
    })
  }

  async function open(options: OpenOptions): Promise<void> {
    // The database opens itself after it was created.
    if (options && 'passive' in options) return inner.open(options)
    opens.push(options)
    await holdOpen()
    const failure = openFailures.shift()
    if (failure) throw failure
    await inner.open(options)
  }

  return {
    db: Object.assign(db, { batch, open }),
    batches,
    opens,
    hold() {
      const { held, wait } = holding()
      hold = wait
      return held
    },
    holdOpen() {
      const { held, wait } = holding()
      holdOpen = wait
      return held
    },
    failNext(error, { behind = 0, written = false } = {}) {
      failures.set(batches.length + 1 + behind, { error, written })
    },
    failOpen(error, times = 1) {
      for (let i = 0; i < times; i++) openFailures.push(error)
    },
  }
}

function holding(): { readonly held: Held; readonly wait: () => Promise<void> } {
  const reached = signal()
  const released = signal()
  const wait = (): Promise<void> => {
    reached.give()
    return released.given
  }
  return { held: { reached: reached.given, release: released.give }, wait }
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}
