// The one place where an error becomes a problem: any other error is reported, and its details kept
// from the client.
import { causesOf, sheltered } from '../model/problem/errors.ts'
import { Problem } from '../model/problem/problem.ts'
import { StoreError } from '../model/store/store.ts'

/** Where an unexpected error came up: the route's pattern, never the path that was asked for. */
export interface ErrorContext {
  readonly method: string
  readonly route: string
}

/** Is told of every error that is no `Problem`, once, however many requests it fails. */
export type ErrorReporter = (error: unknown, context: ErrorContext) => void

/** The problem that an error is answered with. Reports what is unexpected. */
export type Explain = (error: unknown, context: ErrorContext) => Problem

export function createExplain(report: ErrorReporter): Explain {
  /** What has been reported: one failure of a store refuses every write that follows. */
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

/** The problem that an unexpected error is answered with. It says nothing of the cause. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof StoreError)) {
    const detail = 'An unexpected error; it has been reported where reports are switched on.'
    return new Problem('internal-error', detail, {}, { cause: error })
  }
  const code = error.kind === 'full' ? 'storage-full' : 'store-unavailable'
  // The store mends itself where it can; the write may safely be sent again.
  return new Problem(code, error.message, {}, { cause: error, headers: { 'retry-after': '5' } })
}
