// Converts a recorded request to the method, path and query that a rule matches.
import { parseUrl } from '@mock-endpoint/core'
import type { HarHeader, HarRequest } from './har-entry.ts'

export interface RecordedRequest {
  /** For people, such as `GET api.example.com/v1/orders?page=2`. */
  readonly place: string
  readonly host: string
  readonly method: string
  /** As a pattern for a rule. */
  readonly path: string
  /** The parameters of the query, decoded. */
  readonly parameters: HarParameters
}

/** In order. A name may occur several times. */
export type HarParameters = readonly (readonly [name: string, value: string])[]

interface LeftOut {
  readonly fault: string
  readonly place?: string
}

export function requestOf(request: HarRequest): RecordedRequest | LeftOut {
  const { method: given, url: text, headers, kind } = request
  const method = given.toUpperCase()
  const url = parseUrl(text)
  if (!url) return { fault: 'its URL is not valid' }
  const place = shorten(`${method} ${url.host}${url.pathname}${url.search}`)
  if (/^wss?:$/.test(url.protocol) || kind === 'websocket' || isUpgrade(headers)) {
    return { fault: 'is a WebSocket', place }
  }
  if (!/^https?:$/.test(url.protocol)) return { fault: `is a ${url.protocol} URL` }
  if (isPreflight(method, headers, kind)) {
    return { fault: 'is a preflight, which the service answers itself', place }
  }
  const path = patternOf(url.pathname)
  if (path === undefined) return { fault: 'its path would be a pattern in a rule', place }
  return { place, host: url.host, method, path, parameters: [...url.searchParams] }
}

function isUpgrade(headers: readonly HarHeader[]): boolean {
  return headers.some(({ name, value }) => name === 'upgrade' && /websocket/i.test(value))
}

function isPreflight(method: string, headers: readonly HarHeader[], kind?: string): boolean {
  if (method !== 'OPTIONS') return false
  return (
    kind === 'preflight' || headers.some(({ name }) => name === 'access-control-request-method')
  )
}

/**
 * Returns the pattern that matches only this path, or `undefined` if there is none. Segments are
 * decoded, so that any encoding matches, unless the decoded segment has another meaning.
 */
function patternOf(path: string): string | undefined {
  const segments = path.split('/').map((segment) => {
    const decoded = decode(segment)
    return /^:|^\.\.?$|[/?#*%{}]/.test(decoded) ? segment : decoded
  })
  return segments.some((segment) => /^:|\*/.test(segment)) ? undefined : segments.join('/')
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function shorten(place: string): string {
  return place.length > 120 ? `${place.slice(0, 120)}…` : place
}
