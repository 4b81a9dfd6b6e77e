// What a journal has yet to write into the log that it shares. Bounded: what does not fit any more is
// only counted.
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
  /** How many entries there are to write; requests that are only counted are one together. */
  readonly waiting: number
  /** The next frame. What it says is forgotten here. */
  take(): Frame
}

export interface OutgoingOptions {
  /** What the service is called that writes. */
  readonly name: string
  /** How many requests may wait, and how many bytes of them. */
  readonly requests: number
  readonly bytes: number
  /** Where their bodies are. */
  readonly blocks: BodyBlocks
  readonly responses: ResponseKeeper
}

/** When a frame is full. */
const mostEntries = 500
const mostBytes = 256 * 1024

export function createOutgoing({
  name,
  requests: mostRequests,
  bytes: mostWaiting,
  blocks,
  responses,
}: OutgoingOptions): Outgoing {
  /** Ends of requests that were written, which there was no room for among the entries. */
  const overdue: Entry[] = []
  /** Requests that are only counted, and have not ended. */
  const lost = new WeakSet<KeptRequest>()
  let entries: Entry[] = []
  /** Where those begin that are still there. */
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
        // It would stay pending for ever. What was answered goes, as it may be long.
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
      // Most end in the moment in which they arrive.
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
        // One that only counts takes a position as well.
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
