// CORS (fetch standard, 3.2): which browsers' scripts may read a response.

import type { RawHeaders } from '../../model/http/request.ts'
import type { HeaderPairs, PlainResponse } from '../../model/http/response.ts'
import { headerOf } from '../adapters/incoming.ts'
import { isLoopback, parseOrigin } from './origin.ts'

/** Whether this is a browser asking before it sends the real request. */
export function isPreflight(method: string, headers: RawHeaders): boolean {
  return method === 'OPTIONS' && headerOf(headers, 'access-control-request-method') !== undefined
}

/** Whether the page comes from this machine, on whatever port. */
export function isLoopbackOrigin(origin: string): boolean {
  const url = parseOrigin(origin)
  return url !== undefined && isLoopback(url.hostname)
}

/** The response to a preflight: what was asked for is allowed, if the origin is. */
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

/** Lets the scripts of this origin read the response, cookies and all. */
export function allow(origin: string): HeaderPairs {
  return [
    ['access-control-allow-origin', origin],
    ['access-control-allow-credentials', 'true'],
    ['vary', 'origin'],
  ]
}

/** The CORS headers of the mock plane for an origin; `vary` alone when it is not allowed. */
export type CorsPolicy = (origin: string) => HeaderPairs

/**
 * Loopback origins and those listed are allowed with credentials; `*` in the list allows all
 * others without. Throws a `TypeError` for an entry that is neither `*` nor an origin.
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
 * The headers of a response with those of CORS. What a rule sets or removes itself stays so, and pages
 * can read it: `removed` is `undefined` when no rule answers.
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
