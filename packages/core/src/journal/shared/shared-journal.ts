// The journal of several services. Each service writes its requests to one log. A service that
// reads the journal keeps the end of that log in memory.

import type { RecordedRequest } from '../../model/http/request.ts'
import { type Clock, globalClock } from '../../model/time/clock.ts'
import { oneAtATime } from '../../model/time/yielding.ts'
import { type Journal, type JournalLimits, limitsOf } from '../journal.ts'
import { followChanges } from '../reading/follow.ts'
import { readPage } from '../reading/page.ts'
import { createBodyBlocks } from '../ring/body-blocks.ts'
import { createHeaderText, noBody } from '../ring/capture.ts'
import { type KeptRequest, keptRequest, settle, toRecord } from '../ring/kept-request.ts'
import { createResponseKeeper } from '../ring/kept-response.ts'
import type { JournalEvent, PageQuery, RequestPage } from '../view.ts'
import { coalesced } from './coalesced.ts'
import { createLogReader } from './log-reader.ts'
import { createLogWriter } from './log-writer.ts'
import { createOutgoing } from './outgoing.ts'
import type { RequestLog } from './request-log.ts'

/** The options of a shared journal. */
export interface SharedJournalOptions extends JournalLimits {
  /** Default: the runtime's clock, looked up at each call. */
  readonly clock?: Clock | undefined
}

/** A journal with the requests of all services that share its log. */
export interface SharedJournal extends Journal {
  /** Writes the requests recorded here to the log, where all services can read them. */
  flush(): Promise<void>
}

/** The number of requests that may always wait to be written. */
const fewest = 1_000

/**
 * Creates a journal in a log that several services share. Requests are written some milliseconds
 * later, many at once, and no response waits for that. Requests that the journal would drop by
 * then, or that the log cannot take, are only counted as dropped. A read first has all services
 * write what they have, so that a page includes every request that any of them answered before the
 * read. A page is in the order in which the requests were received, as far as the clocks of the
 * services agree. Streams and further pages follow the order of the log.
 *
 * Throws a `TypeError` for a limit that is not a number from 0 up.
 */
export function createSharedJournal(
  log: RequestLog,
  { clock = globalClock, ...given }: SharedJournalOptions = {},
): SharedJournal {
  const { requests: capacity, bytes, bodyBytes, responseBytes, masked } = limitsOf(given)
  const toText = createHeaderText(masked)
  const responses = createResponseKeeper(responseBytes, masked)
  const blocks = createBodyBlocks()
  const outgoing = createOutgoing({
    name: log.name,
    requests: Math.max(capacity, fewest),
    bytes,
    blocks,
    responses,
  })
  const reader = createLogReader(log, { capacity, bytes, masked })
  const { readable } = reader
  const writer = createLogWriter(log, outgoing, { entries: 2 * capacity, bytes })
  let isClosing = false

  /** Reads all requests that any service answered before the call. */
  const catchUp = coalesced(async () => {
    if (capacity > 0) await log.gather()
    await reader.read()
  })

  /** Makes pages one at a time, because each takes time and memory. */
  const inLine = oneAtATime()

  async function page(query: PageQuery, signal?: AbortSignal): Promise<RequestPage> {
    const found = await readPage(readable, query, signal)
    return { ...found, requests: inOrder(found.requests) }
  }

  return {
    isOn: capacity > 0,
    bodyBytes,
    responseBytes,
    masked,
    arrive(arrival) {
      const request = keptRequest(log.nextId(), arrival, {
        headers: toText(arrival.headers),
        body: blocks.keep(arrival.body ?? noBody),
        receivedAt: clock.time(),
        startedAt: clock.now(),
      })
      if (capacity > 0) {
        if (request.id > 0) outgoing.arrived(request)
        else outgoing.drop()
        writer.writeSoon()
      }
      return request
    },
    complete(entry, end) {
      if (entry.outcome !== 'pending') return
      const request = entry as KeptRequest
      settle(request, end, clock.now())
      if (responseBytes > 0 && end.response) request.response = responses.keep(end.response)
      if (capacity > 0 && request.id > 0) {
        outgoing.ended(request)
        writer.writeSoon()
      }
    },
    async page(query = {}, signal) {
      if (!query.wait) {
        await catchUp()
        return inLine(() => page(query))
      }
      const leave = await reader.watch()
      try {
        await catchUp()
        return await page(query, signal)
      } finally {
        leave()
      }
    },
    async *follow(query, signal): AsyncGenerator<readonly JournalEvent[], void, undefined> {
      const leave = await reader.watch()
      try {
        await catchUp()
        yield* followChanges(readable, query, signal)
      } finally {
        leave()
      }
    },
    async get(id) {
      await catchUp()
      const request = reader.find(id)
      if (!request) return undefined
      const { response } = request
      return response
        ? { ...toRecord(request), response: responses.show(response) }
        : toRecord(request)
    },
    async clear() {
      await log.gather()
      await log.clear()
      await reader.read()
    },
    flush: writer.flush,
    close() {
      if (isClosing) return
      isClosing = true
      writer.close()
      // Streams first receive everything that happened before.
      catchUp().then(readable.close, readable.close)
    },
  }
}

/** Sorts by time of receipt, because several services wrote their requests in turn. */
function inOrder(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  // All times have the same text format, so they can be compared as texts.
  return [...requests].sort(
    (a, b) => Number(a.receivedAt > b.receivedAt) || -Number(a.receivedAt < b.receivedAt),
  )
}
