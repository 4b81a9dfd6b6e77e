// The last requests in order of arrival, each in a slot numbered by arrival.
import type { KeptRequest } from './kept-request.ts'

export interface Slots {
  readonly count: number
  /** The oldest request. */
  readonly first: KeptRequest | undefined
  /** The slot after the last one. */
  readonly end: number
  get(slot: number): KeptRequest | undefined
  /** Adds the next request, and sets its `slot`. There must be room. */
  add(request: KeptRequest): void
  /** Removes and returns the oldest request. */
  takeFirst(): KeptRequest | undefined
}

/** Slots are numbers from 1 up. A request is at index `slot % capacity`. */
export function createSlots(capacity: number): Slots {
  const requests: (KeptRequest | undefined)[] = []
  let first = 1
  let end = 1
  const get = (slot: number): KeptRequest | undefined =>
    slot >= first && slot < end ? requests[slot % capacity] : undefined
  return {
    get count() {
      return end - first
    },
    get first() {
      return get(first)
    },
    get end() {
      return end
    },
    get,
    add(request) {
      request.slot = end
      requests[end % capacity] = request
      end += 1
    },
    takeFirst() {
      const request = get(first)
      requests[first % capacity] = undefined
      first += 1
      return request
    },
  }
}
