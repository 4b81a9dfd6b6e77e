// Tries something again until it succeeds: after 0.25 s, then less and less often.
import type { Clock, Timer } from '../model/time/clock.ts'

const firstWait = 250
/** Short enough to write again within five seconds of the end of the trouble. */
const longestWait = 4000

export interface Retry {
  /** Calls `attempt` once the next wait is over. After `stop` it does nothing. */
  later(): void
  /** Calls `attempt` at once, in place of the next wait. Resolves at its end. */
  now(): Promise<void>
  /** The attempt under way, if there is one. */
  running(): Promise<void> | undefined
  /** Makes the next wait the first one again. */
  reset(): void
  /** Cancels the attempt that waits. Resolves when the one under way has ended. */
  stop(): Promise<void>
}

/** `attempt` must not reject. It is told whether it was called by `now`. */
export function createRetry(clock: Clock, attempt: (isUrgent: boolean) => Promise<void>): Retry {
  let attempts = 0
  let timer: Timer
  let running: Promise<void> | undefined
  let isStopped = false

  function run(isUrgent: boolean): Promise<void> {
    running = attempt(isUrgent).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    later() {
      if (isStopped) return
      const wait = Math.min(firstWait * 2 ** attempts++, longestWait)
      timer = clock.setTimeout(() => void run(false), wait)
    },
    now() {
      clock.clearTimeout(timer)
      return run(true)
    },
    running: () => running,
    reset() {
      attempts = 0
    },
    async stop() {
      isStopped = true
      clock.clearTimeout(timer)
      await running
    },
  }
}
