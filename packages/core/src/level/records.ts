// How endpoints lie in the database: `endpoint/{name}` → `{statusCode} {delay} {data}`, and keys of
// the store's own: the format, and how many endpoints and rules there are.
import { type Endpoint, maxDelay } from '../model/endpoint/endpoint.ts'
import { compareUtf8 } from '../model/json/utf8.ts'
import { type NameRange, type StoredRule, StoreError } from '../model/store/store.ts'
import type { KeyRange } from './database.ts'
import { endpointOfKey, parseRule } from './rule-records.ts'

/** Format 2 adds rules to format 1. A database is of format 1 until it gets its first rule. */
export type Format = '1' | '2'
/** The key of the format, which every store has. */
export const formatKey = 'meta/format'
export const countKey = 'meta/count'
/** The same for rules, in format 2 alone. */
export const ruleCountKey = 'meta/rules'
/** There while a `clear` is under way: whoever opens the database next must finish it. */
export const clearingKey = 'meta/clearing'

const prefix = 'endpoint/'
/** All endpoints: `/` is followed by `0`, and no name holds a `/`. */
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

/** Throws a `StoreError` (`corrupt`) when the value is not one of `toValue`. */
export function toEndpoint(name: string, value: string): Endpoint {
  const endpoint = parseValue(name, value)
  if (!endpoint) throw new StoreError('corrupt', 'A stored endpoint cannot be read.')
  return endpoint
}

/** `undefined` when the value is not one of `toValue`. */
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

/** Throws a `StoreError` (`unavailable`) when this version does not read databases of that format. */
export function checkFormat(found: string): Format {
  if (found === '1' || found === '2') return found
  const detail = `The store has format ${found}; this version reads formats 1 and 2.`
  throw new StoreError('unavailable', detail)
}

/** What an entry in the database of a store stands for. Without members it is about the store. */
export interface DecodedRecord {
  readonly endpoint?: Endpoint
  /** The name of the endpoint that the entry removes: the rules that were put before are gone, too. */
  readonly removes?: string
  readonly rule?: StoredRule
  /** An endpoint or a rule whose value cannot be read. `name` is that of the endpoint. */
  readonly unreadable?: { readonly kind: 'endpoint' | 'rule'; readonly name: string }
  /** True of the mark of a `clear` that is not finished: all that was written before it is gone. */
  readonly clears?: boolean
}

/**
 * For whoever reads the files without the store: what the entry stands for, or `undefined` when no
 * store writes it. The keys of an endpoint's rules are in the order of the rules.
 *
 * Throws a `StoreError` (`unavailable`) when it tells a format that this version does not read.
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

/** The keys from where a range begins to the last one; whoever reads stops at its prefix's end. */
export function keysIn({ prefix: start = '', after }: NameRange): KeyRange {
  const { lt } = endpointKeys
  if (after !== undefined && compareUtf8(after, start) >= 0) return { gt: toKey(after), lt }
  return { gte: toKey(start), lt }
}
