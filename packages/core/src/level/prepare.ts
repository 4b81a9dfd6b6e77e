// Brings an open database into order: its format, a `clear` that was cut short, its count.
import { StoreError } from '../model/store.ts'
import { type BatchOperation, type LevelDatabase, utf8, writeSynced } from './database.ts'
import {
  checkFormat,
  clearingKey,
  countKey,
  decodeRecord,
  endpointKeys,
  format,
  formatKey,
} from './records.ts'

/** Up to so many are counted at every opening, so that those that were lost are missed. */
const countedAtOpening = 10_000
/** How many endpoints one batch of a `clear` removes: more would keep everybody waiting. */
const removedAtOnce = 1_000

/** What becomes of a `clear` whose mark is found. */
export type Unfinished = 'finish' | 'cancel'

/** Resolves to how many endpoints there are. */
export async function prepare(db: LevelDatabase, clear: Unfinished): Promise<number> {
  const found = await db.get(formatKey, utf8)
  if (found !== undefined) checkFormat(found)
  else await refuseForeign(db)
  if ((await db.get(clearingKey, utf8)) !== undefined) {
    if (clear === 'finish') await removeAll(db)
    else await writeSynced(db, [{ type: 'del', key: clearingKey }])
  }
  const count = toCount(await db.get(countKey, utf8))
  if (found === undefined || count === undefined) return recount(db)
  if (count <= countedAtOpening) await compareCount(db, count)
  return count
}

/**
 * Rejects with a `StoreError` (`foreign`) when a database without a format holds anything else than
 * endpoints and what else a store writes.
 */
async function refuseForeign(db: LevelDatabase): Promise<void> {
  const { gte, lt } = endpointKeys
  for await (const key of db.keys({ lt: gte, ...utf8 })) throw foreign(key)
  for await (const key of db.keys({ gte: lt, ...utf8 })) {
    if (!decodeRecord(key)) throw foreign(key)
  }
  for await (const [key, value] of db.iterator({ ...endpointKeys, ...utf8 })) {
    if (decodeRecord(key, value)?.endpoint) return
    throw foreign(key)
  }
}

function foreign(key: string): StoreError {
  const detail = `The database belongs to another program: it has the key ${JSON.stringify(key.slice(0, 50))}, and no format.`
  return new StoreError('foreign', detail)
}

/** Rejects with a `StoreError` (`corrupt`) when endpoints have been lost, or have appeared. */
async function compareCount(db: LevelDatabase, count: number): Promise<void> {
  const found = await countKeys(db)
  if (found === count) return
  const detail = `The database should hold ${count} endpoints, and holds ${found}.`
  throw new StoreError('corrupt', detail)
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function recount(db: LevelDatabase): Promise<number> {
  const count = await countKeys(db)
  await writeSynced(db, [
    { type: 'put', key: formatKey, value: format },
    { type: 'put', key: countKey, value: String(count) },
  ])
  return count
}

async function countKeys(db: LevelDatabase): Promise<number> {
  let count = 0
  for await (const _ of db.keys({ ...endpointKeys, ...utf8 })) count++
  return count
}

/** In synced batches: LevelDB's own `clear` syncs nothing. */
export async function removeAll(db: LevelDatabase): Promise<void> {
  let operations: BatchOperation[] = []
  for await (const key of db.keys({ ...endpointKeys, ...utf8 })) {
    if (operations.push({ type: 'del', key }) < removedAtOnce) continue
    await writeSynced(db, operations)
    operations = []
  }
  operations.push({ type: 'del', key: clearingKey }, { type: 'put', key: countKey, value: '0' })
  await writeSynced(db, operations)
}
