// A clock whose timers fire only when the test calls `fire`.
import type { Clock } from '../model/time/clock.ts'
import { isWorkWaiting } from '../model/time/yielding.ts'

export interface HandClock extends Clock {
  /** The milliseconds of all timers, in the order in which they were set. */
  readonly waits: readonly number[]
  /** How many timers are set. */
  pending(): number
  /** Fires the timers that are set, then runs everything that waits for no other timer. */
  fire(): Promise<void>
}

export function handClock(): HandClock {
  const waits: number[] = []
  const timers = new Map<unknown, () => void>()
  return {
    now: () => 0,
    time: () => 0,
    setTimeout(callback, milliseconds) {
      const timer = waits.push(milliseconds)
      timers.set(timer, callback)
      return timer
    },
    clearTimeout: (timer) => void timers.delete(timer),
    waits,
    pending: () => timers.size,
    async fire() {
      const due = [...timers.values()]
      timers.clear()
      for (const callback of due) callback()
      await settle()
    },
  }
}

/**
 * Runs everything that waits for no timer, such as a database in memory, and long work, although
 * that continues by timers if the machine is busy.
 */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 20; quiet++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isWorkWaiting()) quiet = 0
  }
}
