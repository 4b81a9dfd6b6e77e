// What was asked on the mock plane, and what became of it: the last requests, in memory, bounded.
import { type Clock, globalClock } from '../model/clock.ts'
import type { Outcome, RecordedRequest } from '../model/request.ts'
import { createHeaderText, noBody, sizeOf } from './capture.ts'
import { type Arrival, type Entry, toRecord } from './entry.ts'
import { createEntryRing } from './entry-ring.ts'

/** How much a journal keeps. */
export interface JournalOptions {
  /** How many requests; 0 for none. Default: 1,000. */
  readonly requests?: number | undefined
  /** How many bytes of memory they may take. Default: 16 MiB. */
  readonly bytes?: number | undefined
  /** How many bytes of each body. Default: 64 KiB. */
  readonly bodyBytes?: number | undefined
  /** Names of headers whose values are not kept, in lower case. Default: none. */
  readonly masked?: readonly string[] | undefined
  readonly clock?: Clock | undefined
}

/** How a request ended. */
interface End {
  readonly outcome: Exclude<Outcome, 'pending'>
  readonly statusCode?: number | undefined
  readonly nearMisses?: readonly string[] | undefined
}

/** Which requests. */
export interface RequestFilter {
  readonly endpoint?: string | undefined
  readonly unmatched?: boolean | undefined
}

export type JournalChange = 'arrival' | 'completion' | 'cleared' | 'closed'

export interface Journal {
  readonly isOn: boolean
  readonly isClosed: boolean
  readonly bodyBytes: number
  /** The number of the last change: positions in the journal are such numbers. */
  readonly position: number
  /** How many requests fell out since it was cleared. */
  readonly dropped: number
  /** The highest `changed` of a request that fell out. */
  readonly droppedUpTo: number
  /** The change that the last clear was; 0 when it was never cleared. */
  readonly clearedAt: number
  arrive(arrival: Arrival): Entry
  /** Settles once: a later end is ignored. */
  complete(entry: Entry, end: End): void
  /** Those that arrived behind a position, in order of arrival. */
  arrivedAfter(position: number, filter?: RequestFilter): Entry[]
  /** Those that changed behind a position, in order of their last change. */
  changedAfter(position: number, filter?: RequestFilter): Entry[]
  get(id: number): RecordedRequest | undefined
  clear(): void
  /** Calls back after each change. Returns the way out. */
  subscribe(listener: (change: JournalChange) => void): () => void
  /** Tells its subscribers that nothing will come any more. */
  close(): void
}

export function createJournal({
  requests: capacity = 1000,
  bytes: maxBytes = 16 * 1024 * 1024,
  bodyBytes = 64 * 1024,
  masked = [],
  clock = globalClock,
}: JournalOptions = {}): Journal {
  for (const [name, limit] of Object.entries({ requests: capacity, bytes: maxBytes, bodyBytes })) {
    if (!(limit >= 0)) throw new TypeError(`${name} must be a number from 0 up, not ${limit}.`)
  }
  const toText = createHeaderText(masked)
  const listeners = new Set<(change: JournalChange) => void>()
  const ring = createEntryRing(capacity, maxBytes)
  let lastId = 0
  let position = 0
  let clearedAt = 0
  let isClosed = false

  function tell(change: JournalChange): void {
    for (const listener of listeners) listener(change)
  }

  function select(
    { endpoint, unmatched }: RequestFilter,
    isNew: (entry: Entry) => boolean,
  ): Entry[] {
    return [...ring.values()].filter((entry) => {
      if (!isNew(entry)) return false
      if (endpoint !== undefined && entry.endpoint !== endpoint) return false
      return unmatched === undefined || (entry.endpoint === null) === unmatched
    })
  }

  return {
    isOn: capacity > 0,
    get isClosed() {
      return isClosed
    },
    bodyBytes,
    get position() {
      return position
    },
    get dropped() {
      return ring.dropped
    },
    get droppedUpTo() {
      return ring.droppedUpTo
    },
    get clearedAt() {
      return clearedAt
    },
    arrive({ endpoint, method, url, headers: given, body = noBody }) {
      const headers = toText(given)
      position += 1
      const entry: Entry = {
        id: ++lastId,
        endpoint,
        method,
        url,
        headers,
        body,
        size: sizeOf(url, headers, body),
        receivedAt: clock.time(),
        startedAt: clock.now(),
        arrived: position,
        changed: position,
        outcome: 'pending',
        statusCode: null,
        durationMs: null,
        nearMisses: undefined,
      }
      if (capacity > 0) ring.keep(entry)
      tell('arrival')
      return entry
    },
    complete(entry, { outcome, statusCode = null, nearMisses }) {
      if (entry.outcome !== 'pending') return
      entry.outcome = outcome
      entry.statusCode = statusCode
      entry.nearMisses = nearMisses
      entry.durationMs = Math.round(1000 * (clock.now() - entry.startedAt)) / 1000
      // One that fell out changes nothing any more.
      if (ring.get(entry.id) !== entry) return
      position += 1
      entry.changed = position
      tell('completion')
    },
    arrivedAfter: (after, filter = {}) => select(filter, ({ arrived }) => arrived > after),
    changedAfter: (after, filter = {}) =>
      select(filter, ({ changed }) => changed > after).sort((a, b) => a.changed - b.changed),
    get(id) {
      const entry = ring.get(id)
      return entry && toRecord(entry)
    },
    clear() {
      ring.clear()
      position += 1
      clearedAt = position
      tell('cleared')
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      tell('closed')
    },
  }
}
