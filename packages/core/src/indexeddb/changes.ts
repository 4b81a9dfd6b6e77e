// Makes writes within one transaction.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { toBytes } from '../model/endpoint/name-bytes.ts'
import type { StoreChange, StoredRule } from '../model/store/store.ts'
import { namesOf, type Write } from '../model/store/store-writes.ts'
import {
  type Counts,
  countsKey,
  endpointOf,
  type RuleKey,
  ruleKeysOf,
  sequenceKey,
  toRuleValue,
  toValue,
} from './records.ts'
import { resultOf, type Stores } from './transact.ts'

export interface Changes {
  /** For each write, the number of endpoints or rules that it removed. */
  readonly results: readonly number[]
  readonly changes: readonly StoreChange[]
}

/**
 * Makes the writes, one after the other. Without `writesCounts` the counts are deleted, which needs
 * no room. The next call that needs the counts then has to count.
 */
export async function makeWrites(
  stores: Stores,
  writes: readonly Write[],
  writesCounts: boolean,
): Promise<Changes> {
  const counts = await readCounts(stores)
  const draft: Draft = { stores, counts, otherRules: new Set() }
  const results: number[] = []
  for (const write of writes) results.push(await make(write, draft))
  if (writesCounts) stores.notes.put(counts, countsKey)
  else stores.notes.delete(countsKey)
  return { results, changes: changesOf(writes, draft) }
}

export async function readCounts({ endpoints, rules, notes }: Stores): Promise<Counts> {
  const counts: Counts | undefined = await resultOf(notes.get(countsKey))
  if (counts) return counts
  const counting = [endpoints, rules].map((store) => resultOf(store.count()))
  const [ofEndpoints = 0, ofRules = 0] = await Promise.all(counting)
  return { endpoints: ofEndpoints, rules: ofRules }
}

interface Draft {
  readonly stores: Stores
  readonly counts: Counts
  /** The names of the endpoints whose rules changed. */
  readonly otherRules: Set<string>
}

function changesOf(writes: readonly Write[], { otherRules }: Draft): StoreChange[] {
  if (writes.includes('clear') || writes.some(clearsRules)) return [{ kind: 'all' }]
  const names = new Set(otherRules)
  for (const write of writes) {
    if (write !== 'clear') for (const name of namesOf(write)) names.add(name)
  }
  return [...names].map((name) => ({ kind: 'changed', name, hasOtherRules: otherRules.has(name) }))
}

/** Whether a write removes the rules of all endpoints. */
function clearsRules(write: Write): boolean {
  return write !== 'clear' && 'clearRules' in write && write.clearRules === undefined
}

/** Makes a write. Resolves to the number of endpoints or rules that it removed. */
async function make(write: Write, draft: Draft): Promise<number> {
  if (write === 'clear') return clear(draft)
  if ('put' in write) return putEndpoints([write.put], draft)
  if ('remove' in write) return removeEndpoint(write.remove, draft)
  if ('putRule' in write) return putRules([write.putRule], draft)
  if ('removeRule' in write) return removeRule(write.removeRule, draft)
  if ('clearRules' in write) return clearRules(write.clearRules, draft)
  await putEndpoints(write.putAll.endpoints, draft)
  return putRules(write.putAll.rules, draft)
}

function clear({ stores, counts }: Draft): number {
  const removed = counts.endpoints
  stores.endpoints.clear()
  stores.rules.clear()
  counts.endpoints = 0
  counts.rules = 0
  return removed
}

async function putEndpoints(endpoints: readonly Endpoint[], draft: Draft): Promise<0> {
  const { stores, counts } = draft
  // IndexedDB runs requests in the order of the calls, so none has to wait for the one before.
  const former = endpoints.map((endpoint) => {
    const key = toBytes(endpoint.name)
    const found = resultOf(stores.endpoints.getKey(key))
    stores.endpoints.put(toValue(endpoint), key)
    return found
  })
  for (const key of await Promise.all(former)) if (key === undefined) counts.endpoints++
  return 0
}

async function removeEndpoint(name: string, draft: Draft): Promise<number> {
  const { endpoints } = draft.stores
  const key = await resultOf(endpoints.getKey(toBytes(name)))
  if (key === undefined) return 0
  endpoints.delete(key)
  draft.counts.endpoints--
  await clearRules(name, draft)
  return 1
}

async function putRules(rules: readonly StoredRule[], draft: Draft): Promise<0> {
  const { stores, counts, otherRules } = draft
  let sequence: number = (await resultOf(stores.notes.get(sequenceKey))) ?? 0
  const keys = await findRules(rules, stores)
  for (const rule of rules) {
    const { id, endpoint } = rule
    const former = keys.get(id)
    const isInPlace = former?.endpoint === endpoint
    const place = isInPlace ? former : toPlace(endpoint, ++sequence)
    if (former && !isInPlace) stores.rules.delete(former.key)
    if (!former) counts.rules++
    stores.rules.put(toRuleValue(rule), place.key)
    keys.set(id, place)
    otherRules.add(endpoint).add(former?.endpoint ?? endpoint)
  }
  stores.notes.put(sequence, sequenceKey)
  return 0
}

interface RulePlace {
  readonly endpoint: string
  readonly key: IDBValidKey
}

function toPlace(endpoint: string, sequence: number): RulePlace {
  const key: RuleKey = [toBytes(endpoint), sequence]
  return { endpoint, key }
}

/** Finds the places of these rules, by id, if they are already stored. */
async function findRules(
  rules: readonly StoredRule[],
  stores: Stores,
): Promise<Map<string, RulePlace>> {
  const places = new Map<string, RulePlace>()
  const ids = new Set(rules.map(({ id }) => id))
  const finding = [...ids].map(async (id) => {
    const place = await findRule(id, stores)
    if (place) places.set(id, place)
  })
  await Promise.all(finding)
  return places
}

async function findRule(id: string, { rulesById }: Stores): Promise<RulePlace | undefined> {
  const key = await resultOf(rulesById.getKey(id))
  return key === undefined ? undefined : { endpoint: endpointOf(key), key }
}

async function removeRule(id: string, { stores, counts, otherRules }: Draft): Promise<number> {
  const place = await findRule(id, stores)
  if (!place) return 0
  stores.rules.delete(place.key)
  counts.rules--
  otherRules.add(place.endpoint)
  return 1
}

async function clearRules(endpoint: string | undefined, draft: Draft): Promise<number> {
  const { stores, counts, otherRules } = draft
  if (endpoint === undefined) {
    const removed = counts.rules
    stores.rules.clear()
    counts.rules = 0
    return removed
  }
  const keys = ruleKeysOf(endpoint)
  const removed = await resultOf(stores.rules.count(keys))
  if (removed === 0) return 0
  stores.rules.delete(keys)
  counts.rules -= removed
  otherRules.add(endpoint)
  return removed
}
