// The answer to a method that a path does not take.
import type { Answer } from '../model/answer.ts'
import { Problem } from '../model/problem.ts'

export function methodNotAllowed(
  method: string,
  path: string,
  allowed: readonly string[],
): Problem {
  const detail = `${path.slice(0, 300)} does not take ${method}; it takes ${allowed.join(', ')}.`
  return new Problem('method-not-allowed', detail, {}, { headers: { allow: allowed.join(', ') } })
}

/** The answer to OPTIONS: what a path takes. */
export function methodsAnswer(allowed: readonly string[]): Answer {
  return { status: 204, headers: [['allow', allowed.join(', ')]], body: null }
}
