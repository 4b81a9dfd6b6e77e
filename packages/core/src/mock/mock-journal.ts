// The journal of a mock. When it is full, it keeps unmatched requests, so that tests can report
// them. It also marks late requests.
import type { ReceivedRequest } from '../client/requests/received-request.ts'
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
  /** Returns the requests of one endpoint, or all, including unmatched ones that were dropped. */
  requestsOf(endpoint?: string): ReceivedRequests
  /** Runs a reset. After it, requests for the endpoints and rules that it removed are late. */
  renew(reset: () => Promise<void>, rules: Rules): Promise<void>
}

export interface MockJournalOptions extends JournalOptions {
  /** Called with the id of each rule that has answered a request. Default: not called. */
  readonly onAnswered?: ((rule: string) => void) | undefined
}

export function createMockJournal(
  { onAnswered, ...options }: MockJournalOptions,
  store: EndpointStore,
): MockJournal {
  const overflow = createOverflow()
  const ring = createJournal({ ...options, onForgotten: overflow.add })
  let isLate = createIsLate(none, none)

  function markLate(received: readonly ReceivedRequest[]): void {
    const used = new Set(received.map(({ endpoint }) => endpoint))
    for (const request of received) {
      const isUnmatched = request.outcome === 'unmatched'
      if (isUnmatched && isLate(request, used)) Object.assign(request, { isLate: true })
    }
  }

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
      markLate(received)
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
 * Keeps the number of requests that the journal of a mock drops, for each endpoint, and the
 * unmatched requests themselves, so that no test passes because one was dropped.
 */
interface Overflow {
  /** The `onForgotten` of the journal. */
  add(request: ForgottenRequest): void
  /** Returns the dropped unmatched requests, in order of arrival. */
  unmatched(): readonly RecordedRequest[]
  /** Returns the number of dropped requests that are not in `unmatched`, of an endpoint or all. */
  lost(endpoint?: string): number
  clear(): void
}

/** Maximum number of unmatched requests that are kept. More would not help to find the cause. */
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
