// Prepares an open database: checks its format and counts, and handles an interrupted `clear`.

import { copyText } from '../model/json/utf8.ts'
import { StoreError } from '../model/store/store.ts'
import type { Contents } from './contents.ts'
import { type BatchOperation, type LevelDatabase, utf8, writeSynced } from './database.ts'
import {
  checkFormat,
  clearingKey,
  countKey,
  decodeRecord,
  endpointKeys,
  type Format,
  formatKey,
  ruleCountKey,
} from './records.ts'
import {
  endpointOfKey,
  parseRule,
  ruleKeys,
  sequenceOf,
  toUnreadablePlace,
  unreadableRule,
} from './rule-records.ts'
import { noRules, type Rules } from './rules.ts'

/** Up to this many endpoints are counted at every opening, so that lost ones are noticed. */
const countedAtOpening = 10_000
/** Maximum number of records that one batch of a `clear` removes. More would block other work. */
const removedAtOnce = 1_000

/** What to do with an unfinished `clear`, whose mark is in the database. */
export type Unfinished = 'finish' | 'cancel'

/** Prepares the database. Resolves to its contents. */
export async function prepare(db: LevelDatabase, clear: Unfinished): Promise<Contents> {
  const text = await db.get(formatKey, utf8)
  const format = text === undefined ? undefined : checkFormat(text)
  if (!format) await refuseForeign(db)
  if ((await db.get(clearingKey, utf8)) !== undefined) {
    if (clear === 'finish') await removeAll(db, format ?? '1')
    else await writeSynced(db, [{ type: 'del', key: clearingKey }])
  }
  const rules = await readRules(db)
  const noted = format ? await readCounts(db, format) : {}
  const isCounted = noted.count === undefined || noted.count <= countedAtOpening
  const count = isCounted ? await countKeys(db) : (noted.count ?? 0)
  const ruleCount = rules.places.count()
  compare('endpoints', noted.count, count)
  compare('rules', noted.ruleCount, ruleCount)
  const contents = { count, format: format ?? (ruleCount === 0 ? '1' : '2'), rules }
  if (noted.count === undefined || noted.ruleCount === undefined) await note(db, contents)
  return contents
}

/**
 * Rejects with a `StoreError` (`foreign`) if a database without a format contains anything except
 * endpoints, rules and other records of a store.
 */
async function refuseForeign(db: LevelDatabase): Promise<void> {
  for await (const key of db.keys({ lt: endpointKeys.gte, ...utf8 })) throw foreign(key)
  for await (const key of db.keys({ gte: endpointKeys.lt, ...utf8 })) {
    if (!decodeRecord(key)) throw foreign(key)
  }
  for (const range of [endpointKeys, ruleKeys]) {
    for await (const [key, value] of db.iterator({ ...range, ...utf8 })) {
      const { endpoint, rule } = decodeRecord(key, value) ?? {}
      if (endpoint || rule) break
      throw foreign(key)
    }
  }
}

function foreign(key: string): StoreError {
  const detail = `The database belongs to another program: it has the key ${JSON.stringify(key.slice(0, 50))}, and no format.`
  return new StoreError('foreign', detail)
}

/** Rejects with a `StoreError` (`corrupt`) if a key is malformed or two rules have the same id. */
async function readRules(db: LevelDatabase): Promise<Rules> {
  const rules = noRules()
  let last = ''
  for await (const [key, value] of db.iterator({ ...ruleKeys, ...utf8 })) {
    const endpoint = endpointOfKey(key)
    if (endpoint === undefined) throw unreadableRule(undefined)
    // All rules of an endpoint share one copy of its name.
    if (endpoint !== last) last = copyText(endpoint)
    const sequence = sequenceOf(key)
    const id = parseRule(key, value)?.id
    if (id === undefined) {
      rules.unreadable.add(last)
      rules.places.put(toUnreadablePlace(last, sequence))
    } else {
      if (rules.places.get(id)) throw new StoreError('corrupt', 'A rule is stored twice.')
      rules.places.put({ id: copyText(id), endpoint: last, sequence })
    }
    rules.lastSequence = Math.max(rules.lastSequence, sequence)
  }
  return rules
}

interface Counts {
  readonly count?: number | undefined
  readonly ruleCount?: number | undefined
}

async function readCounts(db: LevelDatabase, format: Format): Promise<Counts> {
  const count = toCount(await db.get(countKey, utf8))
  const ruleCount = format === '1' ? 0 : toCount(await db.get(ruleCountKey, utf8))
  return { count, ruleCount }
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Throws a `StoreError` (`corrupt`) if there are fewer or more records than noted. */
function compare(what: string, noted: number | undefined, found: number): void {
  if (noted === undefined || noted === found) return
  const detail = `The database should hold ${noted} ${what}, and holds ${found}.`
  throw new StoreError('corrupt', detail)
}

async function note(db: LevelDatabase, { count, format, rules }: Contents): Promise<void> {
  const ruleCount = { key: ruleCountKey, value: String(rules.places.count()) }
  await writeSynced(db, [
    { type: 'put', key: formatKey, value: format },
    { type: 'put', key: countKey, value: String(count) },
    ...(format === '1' ? [] : [{ type: 'put', ...ruleCount } as const]),
  ])
}

async function countKeys(db: LevelDatabase): Promise<number> {
  let count = 0
  for await (const _ of db.keys({ ...endpointKeys, ...utf8 })) count++
  return count
}

/** Removes all records in synced batches, because LevelDB's own `clear` does not sync. */
export async function removeAll(db: LevelDatabase, format: Format): Promise<void> {
  let operations: BatchOperation[] = []
  for (const range of [endpointKeys, ruleKeys]) {
    for await (const key of db.keys({ ...range, ...utf8 })) {
      if (operations.push({ type: 'del', key }) < removedAtOnce) continue
      await writeSynced(db, operations)
      operations = []
    }
  }
  operations.push({ type: 'del', key: clearingKey }, { type: 'put', key: countKey, value: '0' })
  if (format !== '1') operations.push({ type: 'put', key: ruleCountKey, value: '0' })
  await writeSynced(db, operations)
}
