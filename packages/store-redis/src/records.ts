// The record of an endpoint in Redis: `{statusCode} {delay}`, a line feed, and its data as sent.
import { type Endpoint, StoreError } from '@mock-endpoint/core'

/** The longest delay that a timer can hold, in milliseconds. */
const longestDelay = 2_147_483_647

export function toRecord({ statusCode, delay, data }: Endpoint): string {
  return `${statusCode} ${delay}\n${data}`
}

/** Throws a `StoreError` (`corrupt`) if the record is not one of `toRecord`. */
export function toEndpoint(name: string, record: string): Endpoint {
  const endpoint = parse(name, record)
  if (!endpoint) throw new StoreError('corrupt', 'A stored endpoint cannot be read.')
  return endpoint
}

/** Returns `undefined` if the record is not one of `toRecord`. */
export function parse(name: string, record: string): Endpoint | undefined {
  const end = record.indexOf('\n')
  const [, status, wait] = /^(\d{3}) ([\d.e-]+)$/.exec(record.slice(0, Math.max(end, 0))) ?? []
  const data = record.slice(end + 1)
  const statusCode = Number(status)
  const delay = Number(wait)
  const isSound =
    statusCode >= 200 && statusCode <= 599 && delay >= 0 && delay <= longestDelay && data !== ''
  return isSound ? { name, data, statusCode, delay } : undefined
}
