// The last requests of a journal, bounded by their number and their bytes. They are kept in two
// orders: by arrival, in slots, and by last change, as a list.
import type { KeptRequest } from './kept-request.ts'

export interface Ring {
  /** The number of the last change. Positions in the journal are such numbers. */
  readonly position: number
  /** The change that the last clear was; 0 when it was never cleared. */
  readonly clearedAt: number
  /** How many requests fell out since it was cleared. */
  readonly dropped: number
  /** The highest `changed` of a request that fell out. */
  readonly droppedUpTo: number
  /** Keeps the next request; ids come in order, without a gap. One that is too large is kept alone. */
  keep(request: KeptRequest): void
  /** Notes that a request has changed. Returns false when it fell out before. */
  change(request: KeptRequest): boolean
  get(id: number): KeptRequest | undefined
  /** Requests that arrived after a position, in order of arrival. */
  arrivedAfter(position: number): Iterable<KeptRequest>
  /** Requests that changed after a position, in order of their last change. */
  changedAfter(position: number): KeptRequest[]
  clear(): void
}

export function createRing(capacity: number, maxBytes: number): Ring {
  /** The request of an id is at `id % capacity`. */
  let slots: (KeptRequest | undefined)[] = []
  let first = 1
  let end = 1
  let bytes = 0
  let position = 0
  let clearedAt = 0
  let dropped = 0
  let droppedUpTo = 0
  const changes = createChangeList()

  function get(id: number): KeptRequest | undefined {
    return id >= first && id < end ? slots[id % capacity] : undefined
  }

  function dropFirst(): void {
    const request = get(first)
    slots[first % capacity] = undefined
    first += 1
    dropped += 1
    if (!request) return
    bytes -= request.size
    droppedUpTo = Math.max(droppedUpTo, request.changed)
    changes.remove(request)
  }

  return {
    get position() {
      return position
    },
    get clearedAt() {
      return clearedAt
    },
    get dropped() {
      return dropped
    },
    get droppedUpTo() {
      return droppedUpTo
    },
    keep(request) {
      position += 1
      request.arrived = request.changed = position
      if (capacity === 0) return
      const { id, size } = request
      while (first < end && (end - first >= capacity || bytes + size > maxBytes)) dropFirst()
      slots[id % capacity] = request
      bytes += size
      end = id + 1
      changes.append(request)
    },
    change(request) {
      if (get(request.id) !== request) return false
      position += 1
      request.changed = position
      changes.remove(request)
      changes.append(request)
      return true
    },
    get,
    *arrivedAfter(after) {
      let id = end
      while ((get(id - 1)?.arrived ?? 0) > after) id -= 1
      for (; id < end; id++) {
        const request = get(id)
        if (request) yield request
      }
    },
    changedAfter: (after) => changes.after(after),
    clear() {
      slots = []
      first = end
      bytes = 0
      dropped = 0
      droppedUpTo = 0
      changes.clear()
      position += 1
      clearedAt = position
    },
  }
}

interface ChangeList {
  append(request: KeptRequest): void
  remove(request: KeptRequest): void
  after(position: number): KeptRequest[]
  clear(): void
}

/** Requests linked in the order of their last change. */
function createChangeList(): ChangeList {
  let last: KeptRequest | undefined

  function remove(request: KeptRequest): void {
    const { changedBefore, changedAfter } = request
    if (changedBefore) changedBefore.changedAfter = changedAfter
    if (changedAfter) changedAfter.changedBefore = changedBefore
    else last = changedBefore
    // One that is still pending would keep all others alive that came after it.
    request.changedBefore = request.changedAfter = undefined
  }

  return {
    append(request) {
      request.changedBefore = last
      request.changedAfter = undefined
      if (last) last.changedAfter = request
      last = request
    },
    remove,
    after(position) {
      const found: KeptRequest[] = []
      let request = last
      while (request && request.changed > position) {
        found.push(request)
        request = request.changedBefore
      }
      return found.reverse()
    },
    clear() {
      while (last) remove(last)
    },
  }
}
