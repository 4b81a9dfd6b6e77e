// The one writer of a database: gathers writes into synced batches and keeps the count with them.
import type { StoreError } from '../model/store.ts'
import { type Change, fit, lengthOf, plan, type Write } from './changes.ts'
import { createCommitQueue } from './commit-queue.ts'
import type { Connection } from './connection.ts'
import { type LevelDatabase, utf8, writeSynced } from './database.ts'
import { removeAll } from './prepare.ts'
import { clearingKey, countKey, toKey } from './records.ts'
import { toStoreError } from './store-error.ts'

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
  async function commit(writes: readonly Write[]): Promise<readonly (number | StoreError)[]> {
    connection.check()
    const changes = writes.filter((write) => write !== 'clear')
    if (changes.length === 0) return [await clear()]
    const [refusal, names] = await Promise.all([refusalOf(changes), existing(db, changes)])
    const { operations, results, added } = plan(changes, names, refusal)
    const count = connection.count() + added
    if (added !== 0) operations.push({ type: 'put', key: countKey, value: String(count) })
    if (operations.length === 0) return results
    await mutate(
      () => writeSynced(db, operations),
      (name) => changes.some((change) => change.name === name),
    )
    connection.written(count)
    return results
  }

  /** Too large for one batch: the mark lets the next opening finish what a crash cuts short. */
  async function clear(): Promise<number> {
    const removed = connection.count()
    await mutate(
      async () => {
        await writeSynced(db, [{ type: 'put', key: clearingKey, value: '1' }])
        await removeAll(db)
      },
      () => true,
    )
    connection.written(0)
    return removed
  }

  async function mutate(
    write: () => Promise<void>,
    isInDoubt: (name?: string) => boolean,
  ): Promise<void> {
    try {
      await write()
    } catch (error) {
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
