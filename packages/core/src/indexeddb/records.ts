// How endpoints and rules lie in the database: `name` → an endpoint without its name, and
// `[endpoint, sequence]` → a rule without its endpoint. Names are bytes, which order as they should.
import { type Endpoint, maxDelay } from '../model/endpoint/endpoint.ts'
import { fromBytes, toByteRange, toBytes } from '../model/endpoint/name-bytes.ts'
import { type NameRange, type StoredRule, StoreError } from '../model/store/store.ts'

/** The format of the database. IndexedDB keeps it as the version. */
export const format = 1

/** How many there are: a record of its own, which may be missing. */
export interface Counts {
  endpoints: number
  rules: number
}

/** The key of the counts. */
export const countsKey = 'counts'
/** The key of the highest sequence that a rule was ever given. */
export const sequenceKey = 'sequence'
/** The key that `check` writes. */
export const checkKey = 'check'

/** Where a rule lies. */
export type RuleKey = [endpoint: BufferSource, sequence: number]

export function toValue({ data, statusCode, delay }: Endpoint): Omit<Endpoint, 'name'> {
  return { data, statusCode, delay }
}

/** Throws a `StoreError` (`corrupt`) when the value is not one of `toValue`. */
export function toEndpoint(name: string, value: unknown): Endpoint {
  const { data, statusCode, delay } = membersOf(value)
  const isSound =
    typeof data === 'string' &&
    typeof statusCode === 'number' &&
    typeof delay === 'number' &&
    statusCode >= 200 &&
    statusCode <= 599 &&
    delay >= 0 &&
    delay <= maxDelay
  if (!isSound) throw new StoreError('corrupt', 'A stored endpoint cannot be read.')
  return { name, data, statusCode, delay }
}

export function toRuleValue({ id, text }: StoredRule): Omit<StoredRule, 'endpoint'> {
  return { id, text }
}

/** Throws a `StoreError` (`corrupt`) when the value is not one of `toRuleValue`. */
export function toRule(endpoint: string, value: unknown): StoredRule {
  const { id, text } = membersOf(value)
  if (typeof id === 'string' && typeof text === 'string') return { id, endpoint, text }
  throw new StoreError('corrupt', 'A stored rule cannot be read.')
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The endpoint of the rule at a key. */
export function endpointOf(key: unknown): string {
  return fromBytes((key as RuleKey)[0])
}

/** The keys of the endpoints of a range; `undefined` when no name is in it. */
export function keysIn(range: NameRange): IDBKeyRange | undefined {
  const bytes = toByteRange(range)
  return bytes && IDBKeyRange.bound(bytes.from, bytes.to, false, true)
}

/** The keys of the rules of endpoints in a range. */
export function ruleKeysIn(range: NameRange): IDBKeyRange | undefined {
  const bytes = toByteRange(range)
  return bytes && IDBKeyRange.bound([bytes.from], [bytes.to], false, true)
}

/** The keys of the rules of an endpoint, in the order of their sequences. */
export function ruleKeysOf(endpoint: string): IDBKeyRange {
  return IDBKeyRange.bound([toBytes(endpoint)], pastRules(endpoint))
}

/** A key behind those of all rules of an endpoint: any array comes after any number. */
export function pastRules(endpoint: string): IDBValidKey[] {
  return [toBytes(endpoint), []]
}
