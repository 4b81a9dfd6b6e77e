// The journal of this process as the client sees one.
import type { RecordedRequest } from '../model/request.ts'
import { toRecord } from './entry.ts'
import type { Journal } from './journal.ts'

/** What `RequestSource` of the client asks for. */
export interface LocalRequests {
  list(endpoint?: string): Promise<readonly RecordedRequest[]>
  watch(endpoint: string, signal: AbortSignal): AsyncIterable<RecordedRequest>
}

export function createLocalRequests(journal: Journal): LocalRequests {
  return {
    list: async (endpoint) => journal.arrivedAfter(0, { endpoint }).map(toRecord),
    async *watch(endpoint, signal) {
      let position = 0
      while (!signal.aborted) {
        const isFirst = position === 0
        const entries = isFirst
          ? journal.arrivedAfter(0, { endpoint })
          : journal.changedAfter(position, { endpoint })
        position = journal.position
        yield* entries.map(toRecord)
        if (journal.isClosed) return
        if (journal.position === position) await change(journal, signal)
      }
    },
  }
}

function change(journal: Journal, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const unsubscribe = journal.subscribe(end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
