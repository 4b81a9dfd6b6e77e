// The one place where errors become problems. Unexpected errors are reported, and their details are
// kept from the client.
import { causesOf, sheltered } from '../model/problem/errors.ts'
import { Problem } from '../model/problem/problem.ts'
import { StoreError } from '../model/store/store.ts'

/** Where an unexpected error occurred: the route's pattern, never the requested path. */
export interface ErrorContext {
  readonly method: string
  readonly route: string
}

/** Called once for every error that is not a `Problem`, however many requests it fails. */
export type ErrorReporter = (error: unknown, context: ErrorContext) => void

/** Returns the problem to respond with for an error. Reports unexpected errors. */
export type Explain = (error: unknown, context: ErrorContext) => Problem

export function createExplain(report: ErrorReporter): Explain {
  /** Causes that were reported already. One failure of a store refuses every later write. */
  const reported = new WeakSet<Error>()
  const tell = sheltered(report)

  return (error, context) => {
    if (error instanceof Problem) return error
    const root = causesOf(error).findLast((cause) => cause instanceof Error)
    if (!root || !reported.has(root)) tell(error, context)
    if (root) reported.add(root)
    return problemOf(error)
  }
}

/** Returns the problem for an unexpected error. It includes only the message of a `StoreError`. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof StoreError)) {
    const detail = 'An unexpected error; it has been reported where reports are switched on.'
    return new Problem('internal-error', detail, {}, { cause: error })
  }
  const code = error.kind === 'full' ? 'storage-full' : 'store-unavailable'
  // The store recovers if it can, and the client may safely send the write again.
  return new Problem(code, error.message, {}, { cause: error, headers: { 'retry-after': '5' } })
}
