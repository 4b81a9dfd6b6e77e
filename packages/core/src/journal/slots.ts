// The last requests by id, in order of arrival.
import type { KeptRequest } from './kept-request.ts'

export interface Slots {
  readonly count: number
  /** The one that has been here longest. */
  readonly first: KeptRequest | undefined
  /** The id after the last one. */
  readonly end: number
  get(id: number): KeptRequest | undefined
  /** Adds the next one; ids come without a gap. There has to be room. */
  add(request: KeptRequest): void
  /** Takes out the one that has been here longest. */
  takeFirst(): KeptRequest | undefined
}

/** The request of an id is at `id % capacity`. */
export function createSlots(capacity: number): Slots {
  const requests: (KeptRequest | undefined)[] = []
  let first = 1
  let end = 1
  const get = (id: number): KeptRequest | undefined =>
    id >= first && id < end ? requests[id % capacity] : undefined
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
      requests[request.id % capacity] = request
      end = request.id + 1
    },
    takeFirst() {
      const request = get(first)
      requests[first % capacity] = undefined
      first += 1
      return request
    },
  }
}
