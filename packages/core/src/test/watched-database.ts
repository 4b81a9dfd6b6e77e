// A database in memory whose batches are told of, held back, or made to fail; all else is real.
import { MemoryLevel } from 'memory-level'
import type { LevelDatabase } from '../level.ts'

export interface WatchedDatabase {
  readonly db: LevelDatabase
  /** The options of each batch that was begun. */
  readonly batches: readonly { readonly sync: boolean }[]
  /** Holds batches back until they are released; `reached` resolves when there is one. */
  hold(): { readonly reached: Promise<void>; readonly release: () => void }
  /** Makes the next batch fail, and no other. */
  failNext(error: Error): void
}

export function watchedDatabase(): WatchedDatabase {
  const db: LevelDatabase = new MemoryLevel()
  const inner = db.batch.bind(db)
  const batches: { sync: boolean }[] = []
  const failures: Error[] = []
  let hold = async (): Promise<void> => {}
  const batch: LevelDatabase['batch'] = async (operations, options) => {
    batches.push(options)
    await hold()
    const failure = failures.pop()
    if (failure) throw failure
    await inner(operations, options)
  }
  return {
    db: Object.assign(db, { batch }),
    batches,
    hold() {
      const reached = signal()
      const released = signal()
      hold = () => {
        reached.give()
        return released.given
      }
      return { reached: reached.given, release: released.give }
    },
    failNext(error) {
      failures.push(error)
    },
  }
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}
