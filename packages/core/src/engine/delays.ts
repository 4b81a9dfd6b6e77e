// The waits before delayed and held responses. They never end early, are freed when the client
// disconnects, and can be cancelled together.

import { createMembers } from '../model/members.ts'
import type { Problem } from '../model/problem/problem.ts'
import type { Clock, Timer } from '../model/time/clock.ts'
import { createHeldPlaces, type Holder } from './held-places.ts'
import { type Connection, type Connections, createPlaces } from './places.ts'

// In milliseconds. Timers fire up to 1 ms early. A timer that is early by this or more is trusted,
// because then only the clock or only the timers are faked.
const earlyBy = 2

/** Each uses a connection to another service, and rules that forward to themselves use up all. */
const mostForwarded = 1000

/** Called when a wait ends, with the problem that ended it, if any. */
type Ended = (problem?: Problem) => void

export interface Delays {
  /**
   * Calls back after `milliseconds`, never earlier, or with the problem when the delays are
   * cancelled. Returns a function that ends the wait without a callback. Throws `too-many-delayed`
   * when a limit is reached, and after `stop`, its problem.
   */
  start(milliseconds: number, ended: Ended, connection?: Connection): () => void
  /**
   * Waits while the rule holds its response: until the returned function is called, or the delays
   * are cancelled. Throws `too-many-held` when a limit is reached, and after `stop`, its problem.
   */
  hold(by: Holder, ended: Ended, connection?: Connection): () => void
  /**
   * Waits for another service, like `hold`. Throws `too-many-forwarded` when a limit is reached.
   */
  forward(ended: Ended, connection?: Connection): () => void
  /** Ends every wait in progress with this problem. */
  cancel(why: () => Problem): void
  /** Ends every wait with this problem. Later attempts to wait throw it. */
  stop(why: () => Problem): void
}

export interface DelaysOptions {
  readonly clock: Clock
  /** Maximum number of responses delayed at once. The same limit applies to held ones. */
  readonly limit: number
  /** The places that connections have taken. Default: counted for these delays only. */
  readonly connections?: Connections
}

export function createDelays({ clock, limit, connections = new WeakMap() }: DelaysOptions): Delays {
  const what = 'responses are being delayed'
  const delayed = createPlaces({ limit, connections, code: 'too-many-delayed', what })
  const held = createHeldPlaces({ limit, connections })
  const forwarded = createPlaces({
    limit: Math.min(limit, mostForwarded),
    connections,
    code: 'too-many-forwarded',
    what: 'requests are being forwarded',
  })
  const waits = createMembers<Ended>()
  let stopped: (() => Problem) | undefined

  /** Takes a place. Returns `end`, which ends the wait, and `cancel`, which also calls back. */
  function begin(takePlace: () => () => void, ended: Ended, stopTimer: () => void = () => {}) {
    if (stopped) throw stopped()
    const giveBack = takePlace()
    const end = (): void => {
      stopTimer()
      if (takeOut()) giveBack()
    }
    const cancel: Ended = (problem) => {
      end()
      ended(problem)
    }
    const takeOut = waits.add(cancel)
    return { end, cancel }
  }

  const start: Delays['start'] = (milliseconds, ended, connection) => {
    let timer: Timer | undefined
    const { end, cancel } = begin(
      () => delayed.take(connection),
      ended,
      () => clock.clearTimeout(timer),
    )
    const since = clock.now()
    const fire = (): void => {
      const passed = clock.now() - since
      const rest = milliseconds - passed
      if (passed > 0 && rest > 0 && rest < earlyBy) timer = clock.setTimeout(fire, rest)
      else cancel()
    }
    timer = clock.setTimeout(fire, milliseconds)
    return end
  }

  const hold: Delays['hold'] = (by, ended, connection) =>
    begin(() => held.take(by, connection), ended).end

  const forward: Delays['forward'] = (ended, connection) =>
    begin(() => forwarded.take(connection), ended).end

  function cancelAll(why: () => Problem): void {
    for (const cancel of waits) cancel(why())
  }

  return {
    start,
    hold,
    forward,
    cancel: cancelAll,
    stop(why) {
      stopped = why
      cancelAll(why)
    },
  }
}
