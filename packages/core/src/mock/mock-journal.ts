// The journal of a mock: it forgets nothing that a test would have to know, and knows which requests
// come too late.
import { type ReceivedRequests, toReceivedRequests } from '../client/received-requests.ts'
import { createJournal, type JournalOptions, type MemoryJournal } from '../journal/journal.ts'
import type { EndpointStore } from '../model/store.ts'
import type { Rules } from '../rules/rules.ts'
import { type Answerers, answerersNow, createIsLate } from './late-requests.ts'
import { createOverflow } from './overflow.ts'

export interface MockJournal {
  readonly journal: MemoryJournal
  /** The requests so far: those of one endpoint, or all, with unmatched ones that fell out. */
  requestsOf(endpoint?: string): ReceivedRequests
  /** Runs a reset: requests for what it takes away are late from then on. */
  renew(reset: () => Promise<void>, rules: Rules): Promise<void>
}

export function createMockJournal(options: JournalOptions, store: EndpointStore): MockJournal {
  const overflow = createOverflow()
  const ring = createJournal({ ...options, onForgotten: overflow.add })
  let isLate = createIsLate(none, none)

  return {
    journal: {
      ...ring,
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
