// The subscribers to changes of a journal. They are filed under the endpoint that they filter by,
// so that a change reaches only subscribers that it may concern.
import type { KeptRequest } from '../ring/kept-request.ts'
import type { RequestFilter } from '../view.ts'

/** The filter and the callbacks of a subscriber. */
export interface Subscriber {
  readonly filter: RequestFilter
  /** Called when a request that passes the filter has arrived or ended. */
  changed(request: KeptRequest): void
  /** Called when requests were dropped before any subscriber received them. */
  missed?(): void
  cleared(): void
  closed(): void
}

export interface Subscribers {
  /** Adds a subscriber. Returns a function that removes it. */
  add(subscriber: Subscriber): () => void
  changed(request: KeptRequest): void
  missed(): void
  cleared(): void
  closed(): void
}

/** The key for requests of every kind. `null` is the key for unmatched requests. */
const every: unique symbol = Symbol('every')

type Key = string | null | typeof every

export function createSubscribers(): Subscribers {
  const filed = new Map<Key, Set<Subscriber>>()

  function tell(key: Key, request: KeptRequest): void {
    const subscribers = filed.get(key)
    if (!subscribers) return
    for (const subscriber of subscribers) {
      if (passes(request, subscriber.filter)) subscriber.changed(request)
    }
  }

  function all(): Subscriber[] {
    return [...filed.values()].flatMap((subscribers) => [...subscribers])
  }

  return {
    add(subscriber) {
      const key = keyOf(subscriber.filter)
      const subscribers = filed.get(key) ?? new Set()
      filed.set(key, subscribers.add(subscriber))
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size === 0 && filed.get(key) === subscribers) filed.delete(key)
      }
    },
    changed(request) {
      if (filed.size === 0) return
      tell(every, request)
      tell(request.endpoint, request)
    },
    missed() {
      for (const subscriber of all()) subscriber.missed?.()
    },
    cleared() {
      for (const subscriber of all()) subscriber.cleared()
    },
    closed() {
      for (const subscriber of all()) subscriber.closed()
    },
  }
}

/** Whether a request passes a filter. */
export function passes(
  { endpoint: of }: KeptRequest,
  { endpoint, unmatched }: RequestFilter,
): boolean {
  if (endpoint !== undefined && of !== endpoint) return false
  return unmatched === undefined || (of === null) === unmatched
}

function keyOf({ endpoint, unmatched }: RequestFilter): Key {
  if (endpoint !== undefined) return endpoint
  return unmatched ? null : every
}
