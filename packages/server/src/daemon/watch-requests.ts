// Shows each request to the daemon once, when it has ended. The details are from the journal. For
// requests that are not in it (control calls, the web UI, requests refused before the app), they
// are from node:http.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { type Journal, type JournalEntry, parseUrl } from '@mock-endpoint/core'
import type { OnRequest } from '../http/listener.ts'
import type { RequestEvent } from '../terminal/output.ts'

export interface RequestWatch {
  /** The journal for the app: the given one, which also keeps the request of each entry. */
  readonly journal: Journal
  /** The `onRequest` of the server. */
  readonly onRequest: OnRequest
}

/** Shows the requests to endpoints, and with `showsAll` those to the control API and web UI too. */
export function watchRequests(
  journal: Journal,
  show: (request: RequestEvent) => void,
  showsAll: boolean,
): RequestWatch {
  /** The entries of the journal, by the header list that node:http made for the request. */
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
        // The app learns only after this event that a client has disconnected.
        setImmediate(() => {
          const entry = entries.get(incoming.rawHeaders)
          if (!showsAll && !entry && isOwn(path)) return
          show({ ...seen(incoming, outgoing, durationMs), path, ...(entry && recorded(entry)) })
        })
      })
    },
  }
}

/** Whether a target that is not in the journal belongs to the web UI or the control API. */
function isOwn(target: string): boolean {
  const path = parseUrl(target, 'http://localhost')?.pathname ?? target
  return path === '/' || /^\/(api|static)(\/|$)/.test(path)
}

/**
 * Returns the service's path for a target on an endpoint's own port, whose root is the endpoint.
 */
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

/** Returns the status code, or `null` if the response was not sent completely. */
function statusSent({ writableFinished, statusCode }: ServerResponse): number | null {
  return writableFinished ? statusCode : null
}

/** Like `statusSent`, but from the stream, because the app responds through that. */
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
