// The requests that a journal has yet to write to the log that it shares, within limits. Requests
// that do not fit are only counted.
import { type BodyBlocks, noBodyKept } from '../ring/body-blocks.ts'
import type { KeptRequest } from '../ring/kept-request.ts'
import type { ResponseKeeper } from '../ring/kept-response.ts'
import { type Entry, writeFrame } from './frames.ts'
import type { Frame } from './request-log.ts'

export interface Outgoing {
  arrived(request: KeptRequest): void
  ended(request: KeptRequest): void
  /** Counts a request that cannot be written. */
  drop(): void
  /** The number of entries to write. If there are only counted requests, they make one entry. */
  readonly waiting: number
  /** Returns the next frame, and forgets its entries here. */
  take(): Frame
}

export interface OutgoingOptions {
  /** The name of the service that writes. */
  readonly name: string
  /** The maximum number of requests that may wait, and their maximum memory in bytes. */
  readonly requests: number
  readonly bytes: number
  /** The memory of their bodies. */
  readonly blocks: BodyBlocks
  readonly responses: ResponseKeeper
}

/** The limits of a frame. */
const mostEntries = 500
const mostBytes = 256 * 1024

export function createOutgoing({
  name,
  requests: mostRequests,
  bytes: mostWaiting,
  blocks,
  responses,
}: OutgoingOptions): Outgoing {
  /** Ends that did not fit into `entries`, of requests whose arrival was written before. */
  const overdue: Entry[] = []
  /** Requests that are only counted, and have not ended. */
  const lost = new WeakSet<KeptRequest>()
  let entries: Entry[] = []
  /** The index of the first entry that still waits. */
  let first = 0
  let requests = 0
  let bytes = 0
  let dropped = 0

  function shift(): Entry | undefined {
    const entry = entries[first]
    if (!entry) return undefined
    first += 1
    if (first > mostEntries) {
      entries = entries.slice(first)
      first = 0
    }
    bytes -= sizeOf(entry)
    if (entry.hasArrived) requests -= 1
    return entry
  }

  function forget({ request, hasArrived }: Entry): void {
    if (!hasArrived) return
    blocks.forget(request.body)
    request.body = noBodyKept
  }

  function keepWithin(): void {
    while (requests > mostRequests || (bytes > mostWaiting && entries.length - first > 1)) {
      const entry = shift()
      if (!entry) return
      forget(entry)
      if (!entry.hasArrived) {
        // The request would stay pending forever. Its response is dropped, because it may be long.
        entry.request.response = undefined
        overdue.push(entry)
        continue
      }
      dropped += 1
      if (!entry.hasEnded) lost.add(entry.request)
    }
  }

  return {
    arrived(request) {
      entries.push({ request, hasArrived: true, hasEnded: false })
      requests += 1
      bytes += request.size
      keepWithin()
    },
    ended(request) {
      if (lost.has(request)) return
      const last = entries.at(-1)
      // Most requests end as soon as they arrive.
      if (last?.request === request && entries.length > first) last.hasEnded = true
      else entries.push({ request, hasArrived: false, hasEnded: true })
      bytes += request.response?.size ?? 0
      keepWithin()
    },
    drop() {
      dropped += 1
    },
    get waiting() {
      return overdue.length + entries.length - first || Math.sign(dropped)
    },
    take() {
      const counted = dropped
      dropped = 0
      const taken: Entry[] = []
      let size = 0
      while (taken.length < mostEntries && size < mostBytes) {
        const entry = overdue.shift() ?? shift()
        if (!entry) break
        size += sizeOf(entry)
        taken.push(entry)
      }
      const text = writeFrame(name, counted, taken, responses)
      for (const entry of taken) forget(entry)
      return {
        text,
        // A frame that only counts takes a position too.
        entries: Math.max(1, taken.length),
        requests: counted + taken.filter(({ hasArrived }) => hasArrived).length,
        bytes: size,
      }
    },
  }
}

function sizeOf({ request, hasArrived, hasEnded }: Entry): number {
  const response = hasEnded ? (request.response?.size ?? 0) : 0
  return hasArrived ? request.size + response : response
}
