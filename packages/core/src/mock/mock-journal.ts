// The journal of a mock: it forgets nothing that a test would have to know, and knows which requests
// come too late.
import type { ReceivedRequest } from '../client/received-request.ts'
import { type ReceivedRequests, toReceivedRequests } from '../client/received-requests.ts'
import { createJournal, type JournalOptions, type MemoryJournal } from '../journal/journal.ts'
import type { EndpointStore } from '../model/store.ts'
import { decodeName } from '../model/url.ts'
import { createOverflow } from './overflow.ts'

export interface MockJournal {
  readonly journal: MemoryJournal
  /** The requests so far: those of one endpoint, or all, with unmatched ones that fell out. */
  requestsOf(endpoint?: string): ReceivedRequests
  /** Runs a reset of the endpoints: requests for those that it takes away are late from then on. */
  renew(reset: () => Promise<void>): Promise<void>
}

export function createMockJournal(options: JournalOptions, store: EndpointStore): MockJournal {
  const overflow = createOverflow()
  const ring = createJournal({ ...options, onForgotten: overflow.add })
  /** The names that the last reset took away. */
  let former: ReadonlySet<string> = new Set()

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
        if (isFor(former, request)) Object.assign(request, { isLate: true })
      }
      return received
    },
    async renew(reset) {
      const before = await namesIn(store)
      await reset()
      const after = new Set(await namesIn(store))
      former = new Set(before.filter((name) => !after.has(name)))
    },
  }
}

async function namesIn(store: EndpointStore): Promise<string[]> {
  const names: string[] = []
  for await (const page of store.names()) names.push(...page)
  return names
}

/** Whether an unmatched request asks for one of these endpoints. */
function isFor(names: ReadonlySet<string>, { outcome, path }: ReceivedRequest): boolean {
  if (outcome !== 'unmatched' || names.size === 0) return false
  const segment = /^\/endpoint\/([^/]+)$/.exec(path)?.[1]
  const name = segment && decodeName(segment)
  return name !== undefined && names.has(name)
}
