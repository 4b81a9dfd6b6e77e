// The journal of a mock: it forgets nothing that a test would have to know, and knows which requests
// come too late.
import { type ReceivedRequests, toReceivedRequests } from '../client/requests/received-requests.ts'
import {
  createJournal,
  type ForgottenRequest,
  type JournalOptions,
  type MemoryJournal,
} from '../journal/journal.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import type { EndpointStore } from '../model/store/store.ts'
import type { Rules } from '../rules/rules.ts'
import { type Answerers, answerersNow, createIsLate } from './late-requests.ts'

export interface MockJournal {
  readonly journal: MemoryJournal
  /** The requests so far: those of one endpoint, or all, with unmatched ones that fell out. */
  requestsOf(endpoint?: string): ReceivedRequests
  /** Runs a reset: requests for what it takes away are late from then on. */
  renew(reset: () => Promise<void>, rules: Rules): Promise<void>
}

export interface MockJournalOptions extends JournalOptions {
  /** Is told the id of each rule that has answered a request. Default: nobody is. */
  readonly onAnswered?: ((rule: string) => void) | undefined
}

export function createMockJournal(
  { onAnswered, ...options }: MockJournalOptions,
  store: EndpointStore,
): MockJournal {
  const overflow = createOverflow()
  const ring = createJournal({ ...options, onForgotten: overflow.add })
  let isLate = createIsLate(none, none)

  return {
    journal: {
      ...ring,
      complete(entry, end) {
        ring.complete(entry, end)
        if (end.outcome === 'answered' && entry.rule !== null) onAnswered?.(entry.rule)
      },
      async clear() {
        overflow.clear()
        await ring.clear()
      },
    },
    requestsOf(endpoint) {
      const forgotten = endpoint === undefined ? overflow.unmatched() : []
      const requests = [...forgotten, ...ring.list({ endpoint })]
      const received = toReceivedRequests({ requests, dropped: overflow.lost(endpoint) })
      for (const request of received) {
        if (isLate(request)) Object.assign(request, { isLate: true })
      }
      return received
    },
    async renew(reset, rules) {
      const before = await answerersNow(store, rules)
      await reset()
      isLate = createIsLate(before, await answerersNow(store, rules))
    },
  }
}

const none: Answerers = { names: new Set(), rules: new Map() }

/**
 * What a mock remembers of the requests that its journal forgets: how many there were of each
 * endpoint, and the unmatched ones themselves, as no test may pass because one was forgotten.
 */
interface Overflow {
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

function createOverflow(): Overflow {
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
