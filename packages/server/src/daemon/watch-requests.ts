// Each request of the daemon, shown once when it has ended: what the journal has of it, and of one
// that is not in the journal (a control call, the page, one that was refused before the app) what
// node:http knows.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Journal } from '@mock-endpoint/core'
import type { RequestEvent } from './output.ts'

type JournalEntry = ReturnType<Journal['arrive']>

export interface RequestWatch {
  /** For the app: the given journal, and it notes whose request an entry is. */
  readonly journal: Journal
  /** For the server. */
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

export function watchRequests(
  journal: Journal,
  show: (request: RequestEvent) => void,
): RequestWatch {
  /** By the list of headers that node:http made of the request. */
  const entries = new WeakMap<readonly string[], JournalEntry>()
  const arrive: Journal['arrive'] = (arrival) => {
    const entry = journal.arrive(arrival)
    entries.set(arrival.headers, entry)
    return entry
  }
  return {
    journal: journal.isOn ? Object.create(journal, { arrive: { value: arrive } }) : journal,
    onRequest(incoming, outgoing) {
      const arrived = performance.now()
      outgoing.once('close', () => {
        const durationMs = Math.round(10 * (performance.now() - arrived)) / 10
        // The app hears of a client that left right after this.
        setImmediate(() => {
          const entry = entries.get(incoming.rawHeaders)
          show({ ...seen(incoming, outgoing, durationMs), ...(entry && recorded(entry)) })
        })
      })
    },
  }
}

function seen(
  { method = '', url: path = '' }: IncomingMessage,
  { writableFinished, statusCode }: ServerResponse,
  durationMs: number,
): RequestEvent {
  return writableFinished
    ? { method, path, statusCode, outcome: 'answered', durationMs }
    : { method, path, statusCode: null, outcome: 'aborted', durationMs }
}

function recorded(entry: JournalEntry): Partial<RequestEvent> {
  const { id, endpoint, outcome, statusCode, durationMs, nearMisses } = entry
  if (outcome === 'pending') return { id, endpoint }
  return { id, endpoint, outcome, statusCode, durationMs, ...(nearMisses && { nearMisses }) }
}
