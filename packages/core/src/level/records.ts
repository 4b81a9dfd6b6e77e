// How endpoints lie in the database: `endpoint/{name}` → `{statusCode} {delay} {data}`, and
// two keys of its own: the format, and how many endpoints there are.
import { type Endpoint, maxDelay } from '../model/endpoint.ts'
import { type NameRange, StoreError } from '../model/store.ts'
import { compareUtf8 } from '../model/utf8.ts'
import type { KeyRange } from './database.ts'

export const format = '1'
/** The key of the format, which every store has. */
export const formatKey = 'meta/format'
export const countKey = 'meta/count'
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

/** Throws a `StoreError` (`corrupt`) when the value is none of `toValue`. */
export function toEndpoint(name: string, value: string): Endpoint {
  const endpoint = parseValue(name, value)
  if (!endpoint) throw new StoreError('corrupt', 'A stored endpoint cannot be read.')
  return endpoint
}

/** `undefined` when the value is none of `toValue`. */
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
export function checkFormat(found: string): void {
  if (found === format) return
  const detail = `The store has format ${found}; this version reads format ${format}.`
  throw new StoreError('unavailable', detail)
}

/**
 * What an entry in the database of a store stands for, for whoever reads the files without the
 * store: `undefined` when no store writes it, else an object, in which `endpoint` is missing when
 * there is no value, or one that cannot be read, or when the entry is about the store. `clears` is
 * true of the mark of a `clear` that is not finished: every endpoint written before it is gone.
 *
 * Throws a `StoreError` (`unavailable`) when it tells a format that this version does not read.
 */
export function decodeRecord(
  key: string,
  value?: string,
): { readonly endpoint?: Endpoint; readonly clears?: boolean } | undefined {
  if (key === formatKey) {
    if (value !== undefined) checkFormat(value)
    return {}
  }
  if (key === countKey) return {}
  if (key === clearingKey) return { clears: value !== undefined }
  if (!key.startsWith(prefix)) return undefined
  const endpoint = value === undefined ? undefined : parseValue(toName(key), value)
  return endpoint ? { endpoint } : {}
}

/** The keys from where a range begins to the last one; whoever reads stops at its prefix's end. */
export function keysIn({ prefix: start = '', after }: NameRange): KeyRange {
  const { lt } = endpointKeys
  if (after !== undefined && compareUtf8(after, start) >= 0) return { gt: toKey(after), lt }
  return { gte: toKey(start), lt }
}
