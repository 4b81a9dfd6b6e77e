// The answer to a method that a path does not take.
import type { Handler } from 'hono'
import { Problem } from '../model/problem.ts'
import { pathOf } from '../model/url.ts'

export function methodNotAllowed(
  method: string,
  path: string,
  allowed: readonly string[],
): Problem {
  const detail = `${path.slice(0, 300)} does not take ${method}; it takes ${allowed.join(', ')}.`
  return new Problem('method-not-allowed', detail, {}, { headers: { allow: allowed.join(', ') } })
}

/** What a path takes, for OPTIONS. */
export function answerOptions(allowed: readonly string[]): Response {
  return new Response(null, { status: 204, headers: { allow: allowed.join(', ') } })
}

/** Ends a path's list of routes: OPTIONS is told what there is, other methods are refused. */
export function otherMethods(allowed: readonly string[]): Handler {
  return ({ req }) => {
    if (req.method === 'OPTIONS') return answerOptions(allowed)
    throw methodNotAllowed(req.method, pathOf(req.url), allowed)
  }
}
