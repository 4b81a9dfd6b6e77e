// Tries something again until it succeeds, first after 0.25 s, then at longer intervals.
import type { Clock, Timer } from '../model/time/clock.ts'

const firstWait = 250
/** Short enough that writes work again within five seconds after the trouble ends. */
const longestWait = 4000

export interface Retry {
  /** Calls `attempt` after the next wait. Does nothing after `stop`. */
  later(): void
  /** Calls `attempt` immediately instead of after the next wait. Resolves when it ends. */
  now(): Promise<void>
  /** Returns the attempt in progress, if there is one. */
  running(): Promise<void> | undefined
  /** Makes the next wait as short as the first one. */
  reset(): void
  /** Cancels the scheduled attempt. Resolves when the attempt in progress, if any, has ended. */
  stop(): Promise<void>
}

/** `attempt` must not reject. Its argument is whether `now` called it. */
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
