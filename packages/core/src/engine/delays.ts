// The waits before delayed and held responses: never early, freed when the client leaves, cancelled
// together.

import { createMembers } from '../model/members.ts'
import type { Problem } from '../model/problem/problem.ts'
import type { Clock, Timer } from '../model/time/clock.ts'
import { createHeldPlaces, type Holder } from './held-places.ts'
import { type Connection, type Connections, createPlaces } from './places.ts'

/** Timers fire up to a millisecond early. More than that means that only one of clock and timers is faked: trust the timer. */
const earlyBy = 2

/** Each has a connection to another service, and rules that forward to themselves take them all. */
const mostForwarded = 1000

/** Called with the problem that ends the wait, if one does. */
type Ended = (problem?: Problem) => void

export interface Delays {
  /**
   * Calls back when `milliseconds` have passed, never earlier, or with the problem that the delays
   * are cancelled with. Returns what ends the wait without a call. Throws `too-many-delayed` when a
   * limit is reached, and the problem that the delays were stopped with.
   */
  start(milliseconds: number, ended: Ended, connection?: Connection): () => void
  /**
   * Waits for as long as the rule holds its response back: until what it returns is called, or the
   * delays are cancelled. Throws `too-many-held` when a limit is reached, and what `start` throws
   * when they were stopped.
   */
  hold(by: Holder, ended: Ended, connection?: Connection): () => void
  /**
   * Waits for another service, as `hold` does. Throws `too-many-forwarded` when a limit is reached.
   */
  forward(ended: Ended, connection?: Connection): () => void
  /** Ends every wait under way with this problem. */
  cancel(why: () => Problem): void
  /** Ends every wait with this problem, also those that are asked for later. */
  stop(why: () => Problem): void
}

export interface DelaysOptions {
  readonly clock: Clock
  /** How many responses may be delayed at once, and how many held. */
  readonly limit: number
  /** Default: counted by itself. */
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

  /** Takes a place, and returns what ends the wait, and what ends it with a call. */
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
