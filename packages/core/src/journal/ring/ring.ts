// The last requests of a journal, bounded by their number and their bytes. They are kept in two
// orders: by arrival, in slots, and by last change, as a list.
import { type BodyBlocks, noBodyKept } from './body-blocks.ts'
import { createChangeList } from './change-list.ts'
import type { KeptRequest } from './kept-request.ts'
import type { KeptResponse } from './kept-response.ts'
import { createSlots, type Slots } from './slots.ts'

export interface Ring {
  /** The number of the last change. Positions in the journal are such numbers. */
  readonly position: number
  /** The position of the last clear, 0 if there was none. */
  readonly clearedAt: number
  /** The number of requests dropped since the last clear. */
  readonly dropped: number
  /** The highest `changed` of a dropped request. */
  readonly droppedUpTo: number
  /** Keeps the next request. If it is too large, it is the only one kept. */
  keep(request: KeptRequest): void
  /**
   * Notes a change of a request, and its response. Returns false if the request was dropped before.
   */
  change(request: KeptRequest, response?: KeptResponse): boolean
  /** Returns the request in a slot. */
  get(slot: number): KeptRequest | undefined
  /** Returns the requests that arrived after a position, in order of arrival. */
  arrivedAfter(position: number): Iterable<KeptRequest>
  /** Returns the requests that changed after a position, in order of their last change. */
  changedAfter(position: number): KeptRequest[]
  clear(): void
  /** Continues from this position. The next change gets the position after it. */
  moveTo(position: number): void
  /** Counts requests that were dropped before they reached the ring. */
  skip(count: number): void
}

/** `blocks` stores the bodies. `onDrop` gets each dropped request, before its body is freed. */
export function createRing(
  capacity: number,
  maxBytes: number,
  blocks: BodyBlocks,
  onDrop: (request: KeptRequest) => void,
): Ring {
  const slots = createSlots(capacity)
  const changes = createChangeList()
  const marks = { position: 0, clearedAt: 0, dropped: 0, droppedUpTo: 0 }
  let bytes = 0

  function dropFirst(see: (request: KeptRequest) => void): void {
    const request = slots.takeFirst()
    if (!request) return
    see(request)
    bytes -= sizeOf(request)
    blocks.forget(request.body)
    request.body = noBodyKept
    request.response = undefined
    changes.remove(request)
    marks.dropped += 1
    marks.droppedUpTo = Math.max(marks.droppedUpTo, request.changed)
  }

  return Object.assign(marks, {
    keep(request: KeptRequest): void {
      marks.position += 1
      request.arrived = request.changed = marks.position
      if (capacity === 0) return
      while (slots.count > 0 && (slots.count >= capacity || bytes + request.size > maxBytes)) {
        dropFirst(onDrop)
      }
      slots.add(request)
      bytes += request.size
      changes.append(request)
    },
    change(request: KeptRequest, response?: KeptResponse): boolean {
      if (slots.get(request.slot) !== request) return false
      marks.position += 1
      request.changed = marks.position
      changes.remove(request)
      changes.append(request)
      if (response) {
        request.response = response
        bytes += response.size
        while (bytes > maxBytes && slots.first !== request) dropFirst(onDrop)
      }
      return true
    },
    get: slots.get,
    arrivedAfter: (after: number) => arrivedAfter(slots, after),
    changedAfter: changes.after,
    clear(): void {
      while (slots.count > 0) dropFirst(nobody)
      marks.dropped = 0
      marks.droppedUpTo = 0
      marks.position += 1
      marks.clearedAt = marks.position
    },
    moveTo(position: number): void {
      marks.position = position
    },
    skip(count: number): void {
      marks.dropped += count
      // As if the next change had been dropped.
      marks.droppedUpTo = marks.position + 1
    },
  })
}

function sizeOf({ size, response }: KeptRequest): number {
  return response ? size + response.size : size
}

function* arrivedAfter(slots: Slots, after: number): Iterable<KeptRequest> {
  let slot = slots.end
  while ((slots.get(slot - 1)?.arrived ?? 0) > after) slot -= 1
  for (; slot < slots.end; slot++) {
    const request = slots.get(slot)
    if (request) yield request
  }
}

function nobody(): void {}
