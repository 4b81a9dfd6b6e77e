// The problem for values that cannot be sent to a service.
import { type Fault, Problem, type ProblemCode } from '../model/problem/problem.ts'

/** Throws a problem with the first 20 faults, if there are any. */
export function refuseFaults(code: ProblemCode, what: string, faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const errors = faults.slice(0, mostFaults)
  const list = errors.map(({ pointer, detail }) => `${pointer || 'it'} ${detail}`).join('; ')
  throw new Problem(code, `${what} cannot be sent: ${list}.`, { errors })
}

const mostFaults = 20
