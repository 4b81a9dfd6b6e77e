// Each request of the daemon, shown once when it has ended: what the journal has of it, and of one
// that is not in the journal (a control call, the page, one that was refused before the app) what
// node:http knows.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Journal, Ticket } from '@mock-endpoint/core'
import type { RequestEvent } from './output.ts'

export interface RequestWatch {
  /** For the app: the given journal, and it notes whose request a ticket is for. */
  readonly journal: Journal
  /** For the server. */
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

export function watchRequests(
  journal: Journal,
  show: (request: RequestEvent) => void,
): RequestWatch {
  /** By the list of headers that node:http made of the request. */
  const tickets = new WeakMap<readonly string[], Ticket>()
  const arrive: Journal['arrive'] = (arrival) => {
    const ticket = journal.arrive(arrival)
    tickets.set(arrival.headers, ticket)
    return ticket
  }
  return {
    journal: journal.isOn ? Object.create(journal, { arrive: { value: arrive } }) : journal,
    onRequest(incoming, outgoing) {
      const arrived = performance.now()
      outgoing.once('close', () => {
        const durationMs = Math.round(10 * (performance.now() - arrived)) / 10
        // The app hears of a client that left right after this.
        setImmediate(() => {
          const ticket = tickets.get(incoming.rawHeaders)
          show({ ...seen(incoming, outgoing, durationMs), ...(ticket && recorded(ticket)) })
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

function recorded(ticket: Ticket): Partial<RequestEvent> {
  const { id, endpoint, outcome, statusCode, durationMs, nearMisses } = ticket
  if (outcome === 'pending') return { id, endpoint }
  return { id, endpoint, outcome, statusCode, durationMs, ...(nearMisses && { nearMisses }) }
}
