// Waiting for requests: whether they come before, during or after, each is handed out once.
import { longestTimeout, realClock } from '../model/clock.ts'
import type { RecordedRequest } from '../model/request.ts'
import { describeRequests } from './describe-requests.ts'
import { type ReceivedRequest, toReceived } from './received-request.ts'

/** Where requests come from: a journal in this process, or one behind a URL. */
export interface RequestSource {
  /** Those that are in the journal, in order of arrival; of one endpoint, or all. */
  list(endpoint?: string): Promise<readonly RecordedRequest[]>
  /** Those that are there in order of arrival, then each that arrives or ends, until the abort. */
  watch(endpoint: string, signal: AbortSignal): AsyncIterable<RecordedRequest>
}

/** Which request to wait for, and how long. */
export interface WaitOptions {
  /** Only requests for which this is true. It is asked again when a request ends. Default: all. */
  readonly where?: ((request: ReceivedRequest) => boolean) | undefined
  /** In milliseconds of real time. Default: 3,000, or what is left to the test in Vitest. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Waits for requests of one endpoint. */
export type WaitForRequests = (count: number, options?: WaitOptions) => Promise<ReceivedRequest[]>

/** Says how long to wait when a call does not, in milliseconds. */
export type DefaultTimeout = () => number

export function createWaiting(
  source: RequestSource,
  defaultTimeout: DefaultTimeout,
): (endpoint: string) => WaitForRequests {
  /** What was handed out already, by endpoint. */
  const consumed = new Map<string, Set<number>>()

  return (endpoint) => {
    const taken = consumed.get(endpoint) ?? new Set<number>()
    consumed.set(endpoint, taken)

    return async (count, { where = () => true, timeout = defaultTimeout(), signal } = {}) => {
      const found = new Map<number, ReceivedRequest>()
      const end = new AbortController()
      const stop = (): void => end.abort()
      const timer = realClock.setTimeout(stop, Math.min(timeout, longestTimeout))
      signal?.addEventListener('abort', stop)
      try {
        signal?.throwIfAborted()
        for await (const record of source.watch(endpoint, end.signal)) {
          if (taken.has(record.id)) continue
          const request = toReceived(record)
          if (found.has(record.id) || where(request)) found.set(record.id, request)
          // Another wait may have taken one meanwhile.
          for (const id of found.keys()) if (taken.has(id)) found.delete(id)
          if (found.size < count) continue
          for (const id of found.keys()) taken.add(id)
          return [...found.values()].sort((one, other) => one.id - other.id)
        }
        signal?.throwIfAborted()
        const limit = end.signal.aborted ? `within ${Math.round(timeout)} ms` : undefined
        throw await tooLate({ endpoint, count, limit, found, source })
      } finally {
        realClock.clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        stop()
      }
    }
  }
}

interface Late {
  readonly endpoint: string
  readonly count: number
  /** How long it was waited; `undefined` when the service stopped first. */
  readonly limit: string | undefined
  readonly found: ReadonlyMap<number, ReceivedRequest>
  readonly source: RequestSource
}

async function tooLate({ endpoint, count, limit, found, source }: Late): Promise<Error> {
  const all = (await source.list()).map(toReceived)
  const missing =
    count === 1
      ? `No request that was waited for came to \`${endpoint}\``
      : `${found.size} of ${count} requests that were waited for came to \`${endpoint}\``
  const when = limit ?? 'before the service stopped'
  return new Error(`${missing} ${when}.\n${describeRequests(all)}`)
}
