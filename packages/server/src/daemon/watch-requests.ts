// Shows each request to the daemon once, when it has ended. The journal knows most of them; about
// the others (control calls, the web UI, requests refused before the app) node:http tells enough.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Journal, JournalEntry } from '@mock-endpoint/core'
import type { OnRequest } from '../http/listener.ts'
import type { RequestEvent } from '../terminal/output.ts'

export interface RequestWatch {
  /** For the app: the given journal, which now also notes the request of each entry. */
  readonly journal: Journal
  /** For the server. */
  readonly onRequest: OnRequest
}

/** Shows those to the mock plane; when `showsAll`, control calls and those of the web UI too. */
export function watchRequests(
  journal: Journal,
  show: (request: RequestEvent) => void,
  showsAll: boolean,
): RequestWatch {
  /** Keyed by the header list that node:http made for the request. */
  const entries = new WeakMap<readonly string[], JournalEntry>()
  const arrive: Journal['arrive'] = (arrival) => {
    const entry = journal.arrive(arrival)
    entries.set(arrival.headers, entry)
    return entry
  }
  return {
    journal: journal.isOn ? Object.create(journal, { arrive: { value: arrive } }) : journal,
    onRequest(incoming, outgoing, served) {
      const target = incoming.url ?? ''
      const path = served === undefined ? target : pathAt(served, target)
      const arrived = performance.now()
      outgoing.once('close', () => {
        const durationMs = Math.round(10 * (performance.now() - arrived)) / 10
        // The app learns only after this that a client has left.
        setImmediate(() => {
          const entry = entries.get(incoming.rawHeaders)
          if (!showsAll && !entry && isOwn(path)) return
          show({ ...seen(incoming, outgoing, durationMs), path, ...(entry && recorded(entry)) })
        })
      })
    },
  }
}

/** Whether a target that no journal knows is the web UI's or the control API's. */
function isOwn(target: string): boolean {
  const base = 'http://localhost'
  const path = URL.canParse(target, base) ? new URL(target, base).pathname : target
  return path === '/' || /^\/(api|static)(\/|$)/.test(path)
}

/** Where a target of an endpoint's own origin leads in the service; its root is the endpoint itself. */
function pathAt(endpoint: string, target: string): string {
  return `/endpoint/${encodeURIComponent(endpoint)}${target.replace(/^\/(?=\?|$)/, '')}`
}

function seen(
  { method = '' }: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
  durationMs: number,
): Omit<RequestEvent, 'path'> {
  const statusCode = 'stream' in outgoing ? statusSent2(outgoing) : statusSent(outgoing)
  const outcome = statusCode === null ? 'aborted' : 'answered'
  return { method, statusCode, outcome, durationMs }
}

/** `null` when the response did not come to its end. */
function statusSent({ writableFinished, statusCode }: ServerResponse): number | null {
  return writableFinished ? statusCode : null
}

/** As `statusSent`. The app answers through the stream, of which this response does not know the status. */
function statusSent2({ stream }: Http2ServerResponse): number | null {
  const isSent = stream.writableFinished && stream.rstCode === 0
  const status = isSent && stream.sentHeaders?.[':status']
  return typeof status === 'number' ? status : null
}

function recorded(entry: JournalEntry): Partial<RequestEvent> {
  const { id, endpoint, rule, outcome, statusCode, durationMs } = entry
  if (outcome === 'pending') return { id, endpoint, rule }
  const { nearMisses, fault, closest, forwarded } = entry
  return {
    ...{ id, endpoint, rule, outcome, statusCode, durationMs },
    ...(nearMisses && { nearMisses }),
    ...(fault && { fault }),
    ...(forwarded && { forwarded }),
    ...(closest && { closest }),
  }
}
