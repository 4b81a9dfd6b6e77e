// CORS (fetch standard, 3.2): which browsers' scripts may read an answer.
import { isLoopback, parseOrigin } from './origin.ts'

/** Whether this is a browser asking before it sends the real request. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
}

/** Whether the page comes from this machine, on whatever port. */
export function isLoopbackOrigin(origin: string): boolean {
  const url = parseOrigin(origin)
  return url !== undefined && isLoopback(url.hostname)
}

/** The answer to a preflight: what was asked for is allowed, if the origin is. */
export function answerPreflight(request: Request, allowed: Record<string, string>): Response {
  const { headers } = request
  const asked: Record<string, string> = {
    'access-control-allow-methods': headers.get('access-control-request-method') ?? '',
    'access-control-max-age': '600',
  }
  const names = headers.get('access-control-request-headers')
  if (names !== null) asked['access-control-allow-headers'] = names
  const isAllowed = 'access-control-allow-origin' in allowed
  return new Response(null, { status: 204, headers: { ...allowed, ...(isAllowed ? asked : {}) } })
}

/** Lets the scripts of this origin read the answer, cookies and all. */
export function allow(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'origin',
  }
}

/** The CORS headers of the mock plane for an origin; `vary` alone when it is not allowed. */
export type CorsPolicy = (origin: string) => Record<string, string>

/**
 * Loopback origins and those listed are allowed with credentials; `*` in the list allows all
 * others without. Throws a `TypeError` for an entry that is neither `*` nor an origin.
 */
export function createCorsPolicy(allowOrigins: readonly string[]): CorsPolicy {
  for (const entry of allowOrigins) {
    if (entry === '*' || parseOrigin(entry)) continue
    throw new TypeError(
      `\`${entry}\` is no origin; write * or one such as https://app.example:8443`,
    )
  }
  const listed = new Set(allowOrigins.map((origin) => origin.toLowerCase()))
  return (origin) => {
    if (isLoopbackOrigin(origin) || listed.has(origin.toLowerCase())) return allow(origin)
    return listed.has('*') ? { 'access-control-allow-origin': '*' } : { vary: 'origin' }
  }
}
