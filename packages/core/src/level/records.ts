// The records of endpoints: `endpoint/{name}` → `{statusCode} {delay} {data}`, and the store's own
// keys: the format, the numbers of endpoints and rules, and the mark of a `clear`.
import { type Endpoint, maxDelay } from '../model/endpoint/endpoint.ts'
import { compareUtf8 } from '../model/json/utf8.ts'
import { type NameRange, type StoredRule, StoreError } from '../model/store/store.ts'
import type { KeyRange } from './database.ts'
import { endpointOfKey, parseRule } from './rule-records.ts'

/** Format 2 adds rules to format 1. A database has format 1 until it gets its first rule. */
export type Format = '1' | '2'
/** The key of the format, which every store has. */
export const formatKey = 'meta/format'
export const countKey = 'meta/count'
/** The key of the number of rules. Only in format 2. */
export const ruleCountKey = 'meta/rules'
/** Exists while a `clear` is in progress. The next opening must finish an interrupted one. */
export const clearingKey = 'meta/clearing'

const prefix = 'endpoint/'
/** The keys of all endpoints. `0` is the character after `/`, and no name contains a `/`. */
export const endpointKeys: Required<Pick<KeyRange, 'gte' | 'lt'>> = { gte: prefix, lt: 'endpoint0' }

export function toKey(name: string): string {
  return prefix + name
}

export function toName(key: string): string {
  return key.slice(prefix.length)
}

export function toValue({ statusCode, delay, data }: Endpoint): string {
  return `${statusCode} ${delay} ${data}`
}

/** Reads a value that `toValue` made. Throws a `StoreError` (`corrupt`) if it is not one. */
export function toEndpoint(name: string, value: string): Endpoint {
  const endpoint = parseValue(name, value)
  if (!endpoint) throw new StoreError('corrupt', 'A stored endpoint cannot be read.')
  return endpoint
}

/** Reads a value that `toValue` made. Returns `undefined` if it is not one. */
export function parseValue(name: string, value: string): Endpoint | undefined {
  const first = value.indexOf(' ')
  const second = value.indexOf(' ', first + 1)
  const statusCode = Number(value.slice(0, first))
  const delay = Number(value.slice(first + 1, second))
  const data = value.slice(second + 1)
  const isSound =
    first > 0 &&
    second > first + 1 &&
    Number.isInteger(statusCode) &&
    statusCode >= 200 &&
    statusCode <= 599 &&
    delay >= 0 &&
    delay <= maxDelay &&
    data !== ''
  return isSound ? { name, data, statusCode, delay } : undefined
}

/** Throws a `StoreError` (`unavailable`) if this version cannot read databases of that format. */
export function checkFormat(found: string): Format {
  if (found === '1' || found === '2') return found
  const detail = `The store has format ${found}; this version reads formats 1 and 2.`
  throw new StoreError('unavailable', detail)
}

/** The meaning of an entry in a store's database. Without members, it is about the store itself. */
export interface DecodedRecord {
  readonly endpoint?: Endpoint
  /** The name of the endpoint that the entry removes, with the rules that were put before. */
  readonly removes?: string
  readonly rule?: StoredRule
  /** An endpoint or a rule whose value cannot be read. `name` is the name of the endpoint. */
  readonly unreadable?: { readonly kind: 'endpoint' | 'rule'; readonly name: string }
  /** True for the mark of an unfinished `clear`, which removes everything written before it. */
  readonly clears?: boolean
}

/**
 * Returns the meaning of an entry, or `undefined` if no store writes it. For programs that read the
 * files without the store. The keys of an endpoint's rules are in the order of the rules.
 *
 * Throws a `StoreError` (`unavailable`) if it names a format that this version cannot read.
 */
export function decodeRecord(key: string, value?: string): DecodedRecord | undefined {
  if (key === formatKey) {
    if (value !== undefined) checkFormat(value)
    return {}
  }
  if (key === countKey || key === ruleCountKey) return {}
  if (key === clearingKey) return { clears: value !== undefined }
  const ofRule = endpointOfKey(key)
  if (ofRule !== undefined) return decodeRule(key, ofRule, value)
  return key.startsWith(prefix) ? decodeEndpoint(toName(key), value) : undefined
}

function decodeRule(key: string, name: string, value: string | undefined): DecodedRecord {
  if (value === undefined) return {}
  const rule = parseRule(key, value)
  return rule ? { rule } : { unreadable: { kind: 'rule', name } }
}

function decodeEndpoint(name: string, value: string | undefined): DecodedRecord {
  if (value === undefined) return { removes: name }
  const endpoint = parseValue(name, value)
  return endpoint ? { endpoint } : { unreadable: { kind: 'endpoint', name } }
}

/** Returns the keys from the start of a range to the last one. Readers stop after the prefix. */
export function keysIn({ prefix: start = '', after }: NameRange): KeyRange {
  const { lt } = endpointKeys
  if (after !== undefined && compareUtf8(after, start) >= 0) return { gt: toKey(after), lt }
  return { gte: toKey(start), lt }
}
