// The response to a method that a path does not allow, and to OPTIONS.

import type { PlainResponse } from '../model/http/response.ts'
import { Problem } from '../model/problem/problem.ts'

export function methodNotAllowed(
  method: string,
  path: string,
  allowed: readonly string[],
): Problem {
  const [, what] = /\/api\/(endpoint|rule)(?:\/[^/]*)?$/.exec(path) ?? []
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(method)
  const hint = what && isWrite ? ` PUT /api/${what}/add adds one, or replaces it.` : ''
  const detail = `${path.slice(0, 300)} does not take ${method}; it takes ${allowed.join(', ')}.${hint}`
  return new Problem('method-not-allowed', detail, {}, { headers: { allow: allowed.join(', ') } })
}

/** Returns the response to OPTIONS, with the methods that a path allows. */
export function methodsResponse(allowed: readonly string[]): PlainResponse {
  return { status: 204, headers: [['allow', allowed.join(', ')]], body: null }
}
