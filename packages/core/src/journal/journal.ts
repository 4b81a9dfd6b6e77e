// The journal: the requests to the mock plane and their outcomes. This one keeps the last requests
// in memory.

import type { RecordedRequest } from '../model/http/request.ts'
import { type Clock, globalClock } from '../model/time/clock.ts'
import { followChanges } from './reading/follow.ts'
import { readPage } from './reading/page.ts'
import { makeReadable } from './reading/readable.ts'
import { passes } from './reading/subscribers.ts'
import type { Recorder } from './recorder.ts'
import { createBodyBlocks } from './ring/body-blocks.ts'
import { createHeaderText, noBody } from './ring/capture.ts'
import { type KeptRequest, keptRequest, settle, toRecord } from './ring/kept-request.ts'
import { createResponseKeeper } from './ring/kept-response.ts'
import { createRing } from './ring/ring.ts'
import type { JournalView, RequestFilter } from './view.ts'

/** The limits of a journal. */
export interface JournalLimits {
  /** Maximum number of requests, 0 for none. Default: 1,000. */
  readonly requests?: number | undefined
  /** Maximum memory of all requests, in bytes. Default: 16 MiB. */
  readonly bytes?: number | undefined
  /** Maximum bytes kept of each request body. Default: 64 KiB. */
  readonly bodyBytes?: number | undefined
  /** Maximum bytes kept of each response body. 0 keeps no responses. Default: 8 KiB. */
  readonly responseBytes?: number | undefined
  /** Names of headers whose values are masked, in lower case. Default: none. */
  readonly masked?: readonly string[] | undefined
}

/** The options of a journal in memory. */
export interface JournalOptions extends JournalLimits {
  /** Default: the runtime's clock, looked up at each call. */
  readonly clock?: Clock | undefined
  /** Called with each request that is dropped to make room. Default: none. */
  readonly onForgotten?: ((request: ForgottenRequest) => void) | undefined
}

/** A request that a journal drops to make room. */
export interface ForgottenRequest {
  readonly endpoint: string | null
  /** Returns the request. To be called at once, before its body is freed. */
  show(): RecordedRequest
}

/** Records requests and shows them. `journal-contract` tests your own implementation. */
export interface Journal extends Recorder, JournalView {
  /** Ends waits and streams, including later ones. Recorded requests stay readable. */
  close(): void
}

/** A journal in memory. */
export interface MemoryJournal extends Journal {
  /** Returns the recorded requests, in order of arrival. */
  list(filter?: RequestFilter): RecordedRequest[]
}

/** Creates a journal in memory. Throws a `TypeError` for a limit that is not a number from 0 up. */
export function createJournal({
  clock = globalClock,
  onForgotten,
  ...given
}: JournalOptions = {}): MemoryJournal {
  const { requests: capacity, bytes: maxBytes, bodyBytes, responseBytes, masked } = limitsOf(given)
  const toText = createHeaderText(masked)
  const responses = createResponseKeeper(responseBytes, masked)
  const blocks = createBodyBlocks()
  const ring = createRing(capacity, maxBytes, blocks, (request) => {
    onForgotten?.({ endpoint: request.endpoint, show: () => toRecord(request) })
  })
  const readable = makeReadable(ring, Math.random().toString(36).slice(2))
  const { subscribers, events } = readable
  let lastId = 0

  return {
    isOn: capacity > 0,
    bodyBytes,
    responseBytes,
    masked,
    arrive(arrival) {
      lastId += 1
      const request = keptRequest(lastId, arrival, {
        headers: toText(arrival.headers),
        body: blocks.keep(arrival.body ?? noBody),
        receivedAt: clock.time(),
        startedAt: clock.now(),
      })
      ring.keep(request)
      subscribers.changed(request)
      return request
    },
    complete(entry, end) {
      if (entry.outcome !== 'pending') return
      const request = entry as KeptRequest
      settle(request, end, clock.now())
      const response = responseBytes > 0 && end.response ? responses.keep(end.response) : undefined
      // The end of a dropped request is not recorded.
      if (ring.change(request, response)) subscribers.changed(request)
    },
    page: (query = {}, signal) => readPage(readable, query, signal),
    follow: (query, signal) => followChanges(readable, query, signal),
    async get(id) {
      const request = /^\d{1,15}$/.test(id) ? ring.get(Number(id)) : undefined
      if (!request) return undefined
      const { response } = request
      return response
        ? { ...toRecord(request), response: responses.show(response) }
        : toRecord(request)
    },
    async clear() {
      ring.clear()
      events.forget()
      subscribers.cleared()
    },
    list: (filter = {}) =>
      [...ring.arrivedAfter(0)].filter((request) => passes(request, filter)).map(toRecord),
    close: readable.close,
  }
}

type Limits = { readonly [Name in keyof JournalLimits]-?: NonNullable<JournalLimits[Name]> }

/** Fills in the defaults. Throws a `TypeError` for a limit that is not a number from 0 up. */
export function limitsOf({
  requests = 1000,
  bytes = 16 * 1024 * 1024,
  bodyBytes = 64 * 1024,
  responseBytes = 8 * 1024,
  masked = [],
}: JournalLimits): Limits {
  const limits = { requests, bytes, bodyBytes, responseBytes }
  for (const [name, limit] of Object.entries(limits)) {
    if (!(limit >= 0)) throw new TypeError(`${name} must be a number from 0 up, not ${limit}.`)
  }
  return { ...limits, masked }
}
