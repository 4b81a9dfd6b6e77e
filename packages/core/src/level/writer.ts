// The one writer of a database: gathers writes into synced batches and keeps the count with them.
import type { Endpoint } from '../model/endpoint.ts'
import { StoreError } from '../model/store.ts'
import { createCommitQueue } from './commit-queue.ts'
import { type BatchOperation, type LevelDatabase, utf8 } from './database.ts'
import {
  clearingKey,
  countKey,
  endpointKeys,
  format,
  formatKey,
  toKey,
  toValue,
} from './records.ts'
import { toStoreError } from './store-error.ts'

/** A write of one name: with an endpoint it puts it, without one it removes what is there. */
interface Change {
  readonly name: string
  readonly endpoint?: Endpoint
}

type Write = Change | 'clear'

export interface Writer {
  /** How many endpoints there are. */
  count(): number
  /** Throws the reason when it takes no more writes. */
  check(): void
  /** Resolves, once the write is synced, to how many endpoints it removed. */
  write(write: Write): Promise<number>
  /** Waits for the writes under way and takes no more. */
  close(): Promise<void>
}

/** One commit takes at most this many characters of data, so that no one waits for very long. */
const maxCommitLength = 8 * 1024 * 1024
/** How many endpoints one batch of a `clear` removes. */
const removedAtOnce = 10_000

/** Brings an open database into order and becomes its writer. */
export async function createWriter(db: LevelDatabase): Promise<Writer> {
  let count = await prepare(db)
  let failure: StoreError | undefined
  let isClosed = false

  async function commit(writes: readonly Write[]): Promise<readonly number[]> {
    refuseAfterFailure()
    const changes = writes.filter((write) => write !== 'clear')
    if (changes.length === 0) return [await clear()]
    const { operations, removed, added } = plan(changes, await existing(db, changes))
    if (added !== 0) operations.push({ type: 'put', key: countKey, value: String(count + added) })
    if (operations.length > 0) await mutate(() => writeSynced(db, operations))
    count += added
    return removed
  }

  /** Too large for one batch: the mark lets `prepare` finish what a crash cuts short. */
  async function clear(): Promise<number> {
    const removed = count
    await mutate(async () => {
      await writeSynced(db, [{ type: 'put', key: clearingKey, value: '1' }])
      await removeAll(db)
    })
    count = 0
    return removed
  }

  /** After a write that failed LevelDB would acknowledge others and lose them: take none. */
  async function mutate(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (error) {
      failure = toStoreError(error)
      throw failure
    }
  }

  function refuseWhenClosed(): void {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
  }

  function refuseAfterFailure(): void {
    if (failure) throw new StoreError(failure.kind, stopped, { cause: failure })
  }

  const queue = createCommitQueue<Write, number>({
    fit,
    commit: (writes) => commit(writes).catch((error) => Promise.reject(toStoreError(error))),
  })

  return {
    count() {
      refuseWhenClosed()
      return count
    },
    check() {
      refuseWhenClosed()
      refuseAfterFailure()
    },
    async write(write) {
      refuseWhenClosed()
      return queue.push(write)
    },
    async close() {
      isClosed = true
      await queue.idle()
    },
  }
}

const stopped = 'An earlier write failed, so the store takes no more: restart the service.'

/** Checks the format, finishes a `clear` that was cut short, and returns how many there are. */
async function prepare(db: LevelDatabase): Promise<number> {
  const found = await db.get(formatKey, utf8)
  if (found !== undefined && found !== format) {
    const detail = `The store has format ${found}; this version reads format ${format}.`
    throw new StoreError('unavailable', detail)
  }
  if ((await db.get(clearingKey, utf8)) !== undefined) await removeAll(db)
  const count = await db.get(countKey, utf8)
  if (found !== undefined && count !== undefined && /^\d{1,15}$/.test(count)) return Number(count)
  return recount(db)
}

async function recount(db: LevelDatabase): Promise<number> {
  let count = 0
  for await (const _ of db.keys({ ...endpointKeys, ...utf8 })) count++
  await writeSynced(db, [
    { type: 'put', key: formatKey, value: format },
    { type: 'put', key: countKey, value: String(count) },
  ])
  return count
}

/** In synced batches: LevelDB's own `clear` syncs nothing. */
async function removeAll(db: LevelDatabase): Promise<void> {
  let operations: BatchOperation[] = []
  for await (const key of db.keys({ ...endpointKeys, ...utf8 })) {
    if (operations.push({ type: 'del', key }) < removedAtOnce) continue
    await writeSynced(db, operations)
    operations = []
  }
  operations.push({ type: 'del', key: clearingKey }, { type: 'put', key: countKey, value: '0' })
  await writeSynced(db, operations)
}

async function writeSynced(db: LevelDatabase, operations: BatchOperation[]): Promise<void> {
  await db.batch(operations, { ...utf8, sync: true })
}

/** A `clear` is committed alone; changes are committed together, up to the next one. */
function fit(writes: readonly Write[]): number {
  let length = 0
  for (const [i, write] of writes.entries()) {
    if (write === 'clear') return Math.max(i, 1)
    length += write.endpoint?.data.length ?? 0
    if (length > maxCommitLength) return Math.max(i, 1)
  }
  return writes.length
}

async function existing(db: LevelDatabase, changes: readonly Change[]): Promise<Set<string>> {
  const names = [...new Set(changes.map(({ name }) => name))]
  const found = await db.hasMany(names.map(toKey), utf8)
  return new Set(names.filter((_, i) => found[i]))
}

interface Plan {
  readonly operations: BatchOperation[]
  /** For each change, how many endpoints it removes. */
  readonly removed: number[]
  /** By how many the count grows. */
  readonly added: number
}

function plan(changes: readonly Change[], names: Set<string>): Plan {
  const before = names.size
  const operations: BatchOperation[] = []
  const removed = changes.map(({ name, endpoint }) => {
    if (endpoint) {
      operations.push({ type: 'put', key: toKey(name), value: toValue(endpoint) })
      names.add(name)
      return 0
    }
    if (!names.delete(name)) return 0
    operations.push({ type: 'del', key: toKey(name) })
    return 1
  })
  return { operations, removed, added: names.size - before }
}
