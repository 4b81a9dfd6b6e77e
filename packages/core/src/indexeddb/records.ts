// The records of the database: `name` → an endpoint without its name, and `[endpoint, sequence]` →
// a rule without its endpoint. Names are stored as bytes, because bytes sort in the required order.
import { type Endpoint, maxDelay } from '../model/endpoint/endpoint.ts'
import { fromBytes, toByteRange, toBytes } from '../model/endpoint/name-bytes.ts'
import { type NameRange, type StoredRule, StoreError } from '../model/store/store.ts'

/** The format of the database. IndexedDB stores it as the version. */
export const format = 1

/** The numbers of endpoints and rules. They are a separate record, which may be missing. */
export interface Counts {
  endpoints: number
  rules: number
}

/** The key of the counts. */
export const countsKey = 'counts'
/** The key of the highest sequence ever given to a rule. */
export const sequenceKey = 'sequence'
/** The key that `check` writes. */
export const checkKey = 'check'

/** The key of a rule. */
export type RuleKey = [endpoint: BufferSource, sequence: number]

export function toValue({ data, statusCode, delay }: Endpoint): Omit<Endpoint, 'name'> {
  return { data, statusCode, delay }
}

/** Reads a value that `toValue` made. Throws a `StoreError` (`corrupt`) if it is not one. */
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

/** Reads a value that `toRuleValue` made. Throws a `StoreError` (`corrupt`) if it is not one. */
export function toRule(endpoint: string, value: unknown): StoredRule {
  const { id, text } = membersOf(value)
  if (typeof id === 'string' && typeof text === 'string') return { id, endpoint, text }
  throw new StoreError('corrupt', 'A stored rule cannot be read.')
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Returns the endpoint of the rule with this key. */
export function endpointOf(key: unknown): string {
  return fromBytes((key as RuleKey)[0])
}

/** Returns the keys of the endpoints in a range, or `undefined` if no name can be in it. */
export function keysIn(range: NameRange): IDBKeyRange | undefined {
  const bytes = toByteRange(range)
  return bytes && IDBKeyRange.bound(bytes.from, bytes.to, false, true)
}

/** Returns the keys of the rules of endpoints in a range, or `undefined` as `keysIn` does. */
export function ruleKeysIn(range: NameRange): IDBKeyRange | undefined {
  const bytes = toByteRange(range)
  return bytes && IDBKeyRange.bound([bytes.from], [bytes.to], false, true)
}

/** Returns the keys of the rules of an endpoint, in the order of their sequences. */
export function ruleKeysOf(endpoint: string): IDBKeyRange {
  return IDBKeyRange.bound([toBytes(endpoint)], pastRules(endpoint))
}

/** Returns a key after those of all rules of an endpoint. Any array comes after any number. */
export function pastRules(endpoint: string): IDBValidKey[] {
  return [toBytes(endpoint), []]
}
