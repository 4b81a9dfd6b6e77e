// The one writer of a database: gathers writes into synced batches and keeps the count with them.
import type { StoreError } from '../model/store.ts'
import { type Change, fit, isChange, lengthOf, plan, removes, type Write } from './changes.ts'
import { createCommitQueue } from './commit-queue.ts'
import type { Connection } from './connection.ts'
import { type LevelDatabase, utf8, writeSynced } from './database.ts'
import { removeAll } from './prepare.ts'
import { clearingKey, countKey, toKey } from './records.ts'
import { toStoreError } from './store-error.ts'
import type { IsInDoubt } from './trouble.ts'

export interface Writer {
  /** Resolves, once the write is synced, to how many endpoints it removed. */
  write(write: Write): Promise<number>
  /** Resolves when no write is under way. */
  idle(): Promise<void>
}

export interface WriterOptions {
  readonly db: LevelDatabase
  readonly connection: Connection
  /** Rejects with the reason when so many bytes of data may not be written. */
  readonly admit: (bytes: number) => Promise<void>
}

export function createWriter({ db, connection, admit }: WriterOptions): Writer {
  /** When the disk is full, removals are tried once more after room was made. */
  async function commit(writes: readonly Write[]): Promise<readonly (number | StoreError)[]> {
    const attempt = writes[0] === 'clear' ? clear : change(writes.filter(isChange))
    try {
      return await attempt()
    } catch (error) {
      const reason = toStoreError(error)
      const makesRoom = reason.kind === 'full' && writes.some(removes)
      if (!makesRoom || !(await connection.makeRoom())) throw reason
      return await attempt(reason)
    }
  }

  /** Returns what makes the changes; all but the endpoints if it is called with a refusal of these. */
  function change(changes: readonly Change[]) {
    let found: ReadonlySet<string> | undefined

    return async (refused?: StoreError): Promise<readonly (number | StoreError)[]> => {
      connection.check()
      const [refusal, names] = await Promise.all([
        refused ?? refusalOf(changes),
        existing(db, changes),
      ])
      // A batch that failed may be there all the same: what it removed was there before it.
      found ??= new Set(names)
      const { results } = plan(changes, new Set(found), refusal)
      const { operations, added } = plan(changes, names, refusal)
      const count = connection.count() + added
      if (added !== 0) operations.push({ type: 'put', key: countKey, value: String(count) })
      if (operations.length === 0) return results
      const isInDoubt = (name: string): boolean => changes.some((each) => each.name === name)
      await writeSynced(db, operations).catch(fail(isInDoubt))
      connection.written(count)
      return results
    }
  }

  /**
   * Too large for one batch. Once the mark is synced nobody sees an endpoint any more, and the next
   * opening finishes what is cut short.
   */
  async function clear(): Promise<readonly number[]> {
    connection.check()
    const removed = connection.count()
    // To look for endpoints among many that were removed takes long.
    if (removed === 0) return [0]
    const mark = { type: 'put', key: clearingKey, value: '1' } as const
    // Without the mark nothing is removed, so everything goes on being read.
    await writeSynced(db, [mark]).catch(fail(() => false))
    connection.cleared()
    await removeAll(db).then(() => connection.written(0), leaveRest)
    return [removed]
  }

  /** The clear has happened all the same: what is left of the records goes at the next opening. */
  async function leaveRest(error: unknown): Promise<void> {
    const reason = toStoreError(error)
    connection.failed(reason, () => false)
    if (reason.kind === 'full') await connection.makeRoom()
  }

  function fail(isInDoubt: IsInDoubt): (error: unknown) => never {
    return (error) => {
      const reason = toStoreError(error)
      connection.failed(reason, isInDoubt)
      throw reason
    }
  }

  /** Why the endpoints among the changes may not be written; removing makes room, and may be. */
  async function refusalOf(changes: readonly Change[]): Promise<StoreError | undefined> {
    const bytes = changes.reduce((sum, change) => sum + lengthOf(change), 0)
    if (bytes === 0) return undefined
    return admit(bytes).then(() => undefined, toStoreError)
  }

  const queue = createCommitQueue<Write, number>({
    fit,
    commit: (writes) => commit(writes).catch((error) => Promise.reject(toStoreError(error))),
  })

  return { write: (write) => queue.push(write), idle: () => queue.idle() }
}

async function existing(db: LevelDatabase, changes: readonly Change[]): Promise<Set<string>> {
  const names = [...new Set(changes.map(({ name }) => name))]
  const found = await db.hasMany(names.map(toKey), utf8)
  return new Set(names.filter((_, i) => found[i]))
}
