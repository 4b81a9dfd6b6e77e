// Who waits for changes of a journal. A change reaches only those it may concern: they are filed
// under the endpoint that they filter by.
import type { KeptRequest } from '../ring/kept-request.ts'
import type { RequestFilter } from '../view.ts'

/** What a subscriber is told. */
export interface Subscriber {
  readonly filter: RequestFilter
  /** A request that passes the filter arrived or ended. */
  changed(request: KeptRequest): void
  /** Requests fell out that nobody was told of. */
  missed?(): void
  cleared(): void
  closed(): void
}

export interface Subscribers {
  /** Adds a subscriber, and returns the function that takes it out again. */
  add(subscriber: Subscriber): () => void
  changed(request: KeptRequest): void
  missed(): void
  cleared(): void
  closed(): void
}

/** The key for requests of every kind; `null` is the key of unmatched ones. */
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

/** Whether a request is one of those that a filter is about. */
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
