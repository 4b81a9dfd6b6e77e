// How rules lie in the database: `rule/{endpoint}/{sequence}` → `{id}/{text}`. Neither endpoints nor ids
// hold a `/`.
import { type StoredRule, StoreError } from '../model/store/store.ts'
import type { KeyRange } from './database.ts'

/** Where a rule lies. Each rule that is added gets a higher sequence. */
export interface RulePlace {
  readonly id: string
  readonly endpoint: string
  readonly sequence: number
}

const prefix = 'rule/'
/** All rules. */
export const ruleKeys: Required<Pick<KeyRange, 'gte' | 'lt'>> = { gte: prefix, lt: 'rule0' }

/** Those of an endpoint, in the order of their sequences. */
export function ruleKeysOf(endpoint: string): KeyRange {
  return { gte: `${prefix}${endpoint}/`, lt: `${prefix}${endpoint}0` }
}

/** Enough for any safe integer. */
const digits = 16
const ruleKey = /^rule\/([^/]+)\/(\d{16})$/

/** The place of a rule that cannot be read: no rule has an id with a slash. */
export function toUnreadablePlace(endpoint: string, sequence: number): RulePlace {
  return { id: `/${endpoint}/${sequence}`, endpoint, sequence }
}

export function toRuleKey({ endpoint, sequence }: RulePlace): string {
  return `${prefix}${endpoint}/${String(sequence).padStart(digits, '0')}`
}

export function toRuleValue({ id, text }: StoredRule): string {
  return `${id}/${text}`
}

/** `undefined` when the key is not one of `toRuleKey`. */
export function endpointOfKey(key: string): string | undefined {
  return ruleKey.exec(key)?.[1]
}

export function sequenceOf(key: string): number {
  return Number(key.slice(-digits))
}

/** Throws a `StoreError` (`corrupt`) when the entry is not one of `toRuleKey` and `toRuleValue`. */
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

/** `undefined` when the entry is not one of `toRuleKey` and `toRuleValue`. */
export function parseRule(key: string, value: string): StoredRule | undefined {
  const endpoint = endpointOfKey(key)
  const end = value.indexOf('/')
  if (endpoint === undefined || end < 1) return undefined
  return { id: value.slice(0, end), endpoint, text: value.slice(end + 1) }
}
