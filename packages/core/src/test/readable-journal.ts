// The parts of a journal that reading needs, controlled by a test.

import { makeReadable, type Readable } from '../journal/reading/readable.ts'
import {
  createSubscribers,
  type Subscriber,
  type Subscribers,
} from '../journal/reading/subscribers.ts'
import { createBodyBlocks } from '../journal/ring/body-blocks.ts'
import { type KeptRequest, keptRequest } from '../journal/ring/kept-request.ts'
import { createRing } from '../journal/ring/ring.ts'

export interface ReadableJournal extends Readable {
  /** Adds a request. `length` is the length of its body, in bytes. */
  arrive(endpoint: string | null, length?: number): KeptRequest
  /** The current number of subscribers. */
  subscribed(): number
}

const blocks = createBodyBlocks()

export function createReadable(capacity = 1000): ReadableJournal {
  const ring = createRing(capacity, Number.POSITIVE_INFINITY, blocks, () => {})
  const subscribers = createSubscribers()
  const present = new Set<Subscriber>()
  const watched: Subscribers = {
    ...subscribers,
    add(subscriber) {
      const leave = subscribers.add(subscriber)
      present.add(subscriber)
      return () => {
        leave()
        present.delete(subscriber)
      }
    },
  }
  let lastId = 0
  return {
    ...makeReadable(ring, 'run', watched),
    arrive(endpoint, length) {
      const request = madeUp(++lastId, endpoint, length)
      ring.keep(request)
      subscribers.changed(request)
      return request
    },
    subscribed: () => present.size,
  }
}

/** A request that arrived at time 0. */
export function madeUp(id: number, endpoint: string | null, length = 0): KeptRequest {
  const body = { bytes: new Uint8Array(length), length }
  const arrival = { endpoint, method: 'GET', url: `/endpoint/${endpoint}`, headers: [], body }
  const kept = blocks.keep(body)
  return keptRequest(id, arrival, { headers: '', body: kept, receivedAt: 0, startedAt: 0 })
}
