// The records of rules: `rule/{endpoint}/{sequence}` → `{id}/{text}`. Neither names of endpoints
// nor ids contain a `/`.
import { type StoredRule, StoreError } from '../model/store/store.ts'
import type { KeyRange } from './database.ts'

/** The place of a rule in the database. Each added rule gets a higher sequence. */
export interface RulePlace {
  readonly id: string
  readonly endpoint: string
  readonly sequence: number
}

const prefix = 'rule/'
/** The keys of all rules. */
export const ruleKeys: Required<Pick<KeyRange, 'gte' | 'lt'>> = { gte: prefix, lt: 'rule0' }

/** Returns the keys of the rules of an endpoint, in the order of their sequences. */
export function ruleKeysOf(endpoint: string): KeyRange {
  return { gte: `${prefix}${endpoint}/`, lt: `${prefix}${endpoint}0` }
}

/** Enough digits for any safe integer. */
const digits = 16
const ruleKey = /^rule\/([^/]+)\/(\d{16})$/

/** Returns the place of an unreadable rule. Its id is unique, as no rule has an id with a slash. */
export function toUnreadablePlace(endpoint: string, sequence: number): RulePlace {
  return { id: `/${endpoint}/${sequence}`, endpoint, sequence }
}

export function toRuleKey({ endpoint, sequence }: RulePlace): string {
  return `${prefix}${endpoint}/${String(sequence).padStart(digits, '0')}`
}

export function toRuleValue({ id, text }: StoredRule): string {
  return `${id}/${text}`
}

/** Returns the endpoint in a key, or `undefined` if `toRuleKey` did not make the key. */
export function endpointOfKey(key: string): string | undefined {
  return ruleKey.exec(key)?.[1]
}

export function sequenceOf(key: string): number {
  return Number(key.slice(-digits))
}

/** Reads a rule. Throws a `StoreError` (`corrupt`) if the entry is not a rule of the store. */
export function toRule(key: string, value: string): StoredRule {
  const rule = parseRule(key, value)
  if (!rule) throw unreadableRule(endpointOfKey(key))
  return rule
}

export function unreadableRule(endpoint: string | undefined): StoreError {
  if (endpoint === undefined) return new StoreError('corrupt', 'A stored rule cannot be read.')
  const detail = `A stored rule of \`${endpoint}\` cannot be read. Remove the rules of that endpoint.`
  return new StoreError('corrupt', detail)
}

/** Reads an entry of `toRuleKey` and `toRuleValue`. Returns `undefined` if it is not one. */
export function parseRule(key: string, value: string): StoredRule | undefined {
  const endpoint = endpointOfKey(key)
  const end = value.indexOf('/')
  if (endpoint === undefined || end < 1) return undefined
  return { id: value.slice(0, end), endpoint, text: value.slice(end + 1) }
}
