// What a mock remembers of the requests that its journal forgets: how many there were of each
// endpoint, and the unmatched ones themselves, as no test may pass because one was forgotten.
import type { ForgottenRequest } from '../journal/journal.ts'
import type { RecordedRequest } from '../model/request.ts'

export interface Overflow {
  /** For `onForgotten` of the journal. */
  add(request: ForgottenRequest): void
  /** The unmatched ones, in order of arrival. */
  unmatched(): readonly RecordedRequest[]
  /** How many are not in `unmatched`: of an endpoint, or all. */
  lost(endpoint?: string): number
  clear(): void
}

/** How many unmatched requests are kept: whoever has more has seen enough of them. */
const mostUnmatched = 1000

export function createOverflow(): Overflow {
  const lost = new Map<string | null, number>()
  let unmatched: RecordedRequest[] = []
  return {
    add({ endpoint, show }) {
      if (endpoint === null && unmatched.length < mostUnmatched) unmatched.push(show())
      else lost.set(endpoint, (lost.get(endpoint) ?? 0) + 1)
    },
    unmatched: () => unmatched,
    lost(endpoint) {
      if (endpoint !== undefined) return lost.get(endpoint) ?? 0
      return [...lost.values()].reduce((sum, count) => sum + count, 0)
    },
    clear() {
      lost.clear()
      unmatched = []
    },
  }
}
