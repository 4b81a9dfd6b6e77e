// Who waits for requests. Waits of the same filter are counted together, so that a request costs
// the same whether one of them is open or a thousand; of many that end together, a few end at a time.
import { type Clock, longestTimeout, realClock } from '../../model/time/clock.ts'
import type { RequestFilter } from '../view.ts'
import type { Subscribers } from './subscribers.ts'

export interface Waits {
  /**
   * Resolves when `missing` more requests have passed the filter, or `count` since a clear; when the
   * time is up, the signal aborts, or the journal closes. At once, or after others that end, when none is missing.
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
  /** Of how many requests the group has to count for it to end. */
  due: number
  end(): void
}

/** The open waits of a filter. */
interface Group {
  /** Returns the function that takes the wait out again. */
  add(wait: Pick<Wait, 'missing' | 'count'>, end: () => void): () => void
}

/** How many waits end at once; the others follow, one in each millisecond. */
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
        // Nobody waits for this page, so others need not wait for it.
        const abort = (): void => finish(resolve)
        const leave = groupOf(filter).add(wanted, end)
        const timer = clock.setTimeout(end, Math.min(wait, longestTimeout))
        signal?.addEventListener('abort', abort)
      }),
  }
}

/** A group is a single subscriber, from its first wait to its last. */
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

/** Calls back at once, unless it called many lately; then after these, in an event of its own. */
type Throttle = (callback: () => void) => void

/** So many at once; from then on one in each millisecond. */
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
