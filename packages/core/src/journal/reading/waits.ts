// Waits for requests. Waits with the same filter share a count, so that a request costs the same
// with one open wait or a thousand. When many end together, only a few end at a time.
import { type Clock, longestTimeout, realClock } from '../../model/time/clock.ts'
import type { RequestFilter } from '../view.ts'
import type { Subscribers } from './subscribers.ts'

export interface Waits {
  /**
   * Resolves when `missing` more requests have passed the filter, or `count` since a clear, or when
   * the time is up, the signal aborts, or the journal closes. If none is missing, it resolves at
   * once or after other waits that end.
   */
  until(wait: Wait): Promise<void>
}

export interface Wait {
  readonly filter: RequestFilter
  readonly missing: number
  readonly count: number
  /** In milliseconds of real time. */
  readonly wait: number
  readonly signal: AbortSignal | undefined
}

/** An open wait of a group. */
interface Open {
  readonly count: number
  /** The count of the group at which this wait ends. */
  due: number
  end(): void
}

/** The open waits of a filter. */
interface Group {
  /** Adds a wait. Returns a function that removes it. */
  add(wait: Pick<Wait, 'missing' | 'count'>, end: () => void): () => void
}

/** Maximum number of waits that end at once. The others follow, one per millisecond. */
const endsAtOnce = 10

export function createWaits(subscribers: Subscribers, clock: Clock = realClock): Waits {
  const groups = new Map<string, Group>()
  const throttled = createThrottle(clock, endsAtOnce)

  function groupOf(filter: RequestFilter): Group {
    const key = JSON.stringify([filter.endpoint ?? null, filter.unmatched])
    const group = groups.get(key) ?? createGroup(subscribers, filter, () => groups.delete(key))
    groups.set(key, group)
    return group
  }

  return {
    until: ({ filter, wait, signal, ...wanted }) =>
      new Promise((resolve) => {
        if (wanted.missing <= 0) {
          throttled(resolve)
          return
        }
        let isOver = false
        const finish = (how: () => void): void => {
          if (isOver) return
          isOver = true
          clock.clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          leave()
          how()
        }
        const end = (): void => finish(() => throttled(resolve))
        // The caller no longer needs its page, so the other waits are not delayed for it.
        const abort = (): void => finish(resolve)
        const leave = groupOf(filter).add(wanted, end)
        const timer = clock.setTimeout(end, Math.min(wait, longestTimeout))
        signal?.addEventListener('abort', abort)
      }),
  }
}

/** Creates a group. It is a single subscriber, until its last wait is removed. */
function createGroup(subscribers: Subscribers, filter: RequestFilter, over: () => void): Group {
  const waits = new Set<Open>()
  let dueAt = new Map<number, Set<Open>>()
  let arrived = 0

  function file(wait: Open): void {
    const others = dueAt.get(wait.due) ?? new Set()
    dueAt.set(wait.due, others.add(wait))
  }

  const leave = subscribers.add({
    filter,
    changed({ arrived: arrival, changed }) {
      if (changed !== arrival) return
      arrived += 1
      for (const { end } of dueAt.get(arrived) ?? []) end()
    },
    cleared() {
      dueAt = new Map()
      for (const wait of waits) {
        wait.due = arrived + wait.count
        file(wait)
      }
    },
    closed() {
      for (const { end } of waits) end()
    },
  })

  return {
    add({ missing, count }, end) {
      const wait: Open = { count, due: arrived + missing, end }
      waits.add(wait)
      file(wait)
      return () => {
        waits.delete(wait)
        const others = dueAt.get(wait.due)
        others?.delete(wait)
        if (others?.size === 0) dueAt.delete(wait.due)
        if (waits.size > 0) return
        leave()
        over()
      }
    },
  }
}

/** Calls back at once. After many recent calls, it calls back later, in a separate event. */
type Throttle = (callback: () => void) => void

/** Allows `atOnce` callbacks at once, then one per millisecond. */
function createThrottle(clock: Clock, atOnce: number): Throttle {
  const queue: (() => void)[] = []
  let left = atOnce
  let hasNext = false

  function next(): void {
    hasNext = false
    const callback = queue.shift()
    if (!callback) left += 1
    if (left < atOnce) comeBack()
    callback?.()
  }

  function comeBack(): void {
    if (hasNext) return
    hasNext = true
    clock.setTimeout(next, 1)
  }

  return (callback) => {
    if (left === 0) {
      queue.push(callback)
      return
    }
    left -= 1
    comeBack()
    callback()
  }
}
