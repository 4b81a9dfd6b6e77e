// CORS (fetch standard, 3.2): the origins whose scripts may read a response in a browser.

import type { RawHeaders } from '../../model/http/request.ts'
import type { HeaderPairs, PlainResponse } from '../../model/http/response.ts'
import { headerOf } from '../adapters/incoming.ts'
import { isLoopback, parseOrigin } from './origin.ts'

/** Whether this is a preflight, which a browser sends before the real request. */
export function isPreflight(method: string, headers: RawHeaders): boolean {
  return method === 'OPTIONS' && headerOf(headers, 'access-control-request-method') !== undefined
}

/** Whether the page comes from this machine, on any port. */
export function isLoopbackOrigin(origin: string): boolean {
  const url = parseOrigin(origin)
  return url !== undefined && isLoopback(url.hostname)
}

/** Returns the response to a preflight. For an allowed origin, it allows what was requested. */
export function preflightResponse(headers: RawHeaders, allowed: HeaderPairs): PlainResponse {
  if (!allowed.some(([name]) => name === 'access-control-allow-origin')) {
    return { status: 204, headers: allowed, body: null }
  }
  const method = headerOf(headers, 'access-control-request-method') ?? ''
  const names = headerOf(headers, 'access-control-request-headers')
  const asked: HeaderPairs = [
    ['access-control-allow-methods', method],
    ['access-control-max-age', '600'],
    ...(names === undefined ? [] : ([['access-control-allow-headers', names]] as const)),
  ]
  return { status: 204, headers: [...allowed, ...asked], body: null }
}

/** Returns the headers that let scripts of this origin read the response, also with credentials. */
export function allow(origin: string): HeaderPairs {
  return [
    ['access-control-allow-origin', origin],
    ['access-control-allow-credentials', 'true'],
    ['vary', 'origin'],
  ]
}

/** Returns the CORS headers of the mock plane for an origin, only `vary` if it is not allowed. */
export type CorsPolicy = (origin: string) => HeaderPairs

/**
 * Allows loopback origins and listed origins with credentials. `*` in the list allows all other
 * origins without. Throws a `TypeError` for an entry that is neither `*` nor an origin.
 */
export function createCorsPolicy(allowOrigins: readonly string[]): CorsPolicy {
  for (const entry of allowOrigins) {
    if (entry === '*' || parseOrigin(entry)) continue
    throw new TypeError(
      `\`${entry}\` is not an origin; write * or one such as https://app.example:8443`,
    )
  }
  const listed = new Set(allowOrigins.map((origin) => origin.toLowerCase()))
  return (origin) => {
    if (isLoopbackOrigin(origin) || listed.has(origin.toLowerCase())) return allow(origin)
    return listed.has('*') ? [['access-control-allow-origin', '*']] : [['vary', 'origin']]
  }
}

const exposing = 'access-control-expose-headers'

/**
 * Adds the CORS headers to those of a response. Headers that a rule sets or removes stay that way,
 * and pages can read them. `removed` is `undefined` when no rule answers.
 */
export function withCorsHeaders(
  headers: HeaderPairs,
  cors: HeaderPairs,
  removed: ReadonlySet<string> | undefined,
): HeaderPairs {
  if (!removed) return [...headers, ...cors]
  const own = new Set(headers.map(([name]) => name))
  const isAllowed = cors.some(([name]) => name === 'access-control-allow-origin')
  const expose = [exposing, [...own].join(', ')] as const
  const added = isAllowed ? [...cors, expose] : cors
  const isWanted = (name: string): boolean =>
    !removed.has(name) && (name === 'vary' || !own.has(name))
  return [...headers, ...added.filter(([name]) => isWanted(name))]
}
