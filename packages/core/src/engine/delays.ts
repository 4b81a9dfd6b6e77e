// The waits before delayed answers: never early, freed when the client leaves, cancelled together.
import type { Clock, Timer } from '../model/clock.ts'
import { Problem } from '../model/problem.ts'

/** Timers fire up to a millisecond early. More than that means that only one of clock and timers is faked: trust the timer. */
const earlyBy = 2

export interface Delays {
  /**
   * Resolves when `milliseconds` have passed, never earlier. Rejects with the signal's reason when
   * it aborts, with the problem that the delays are cancelled with, and at once with
   * `too-many-delayed` when the limit is reached.
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Ends every wait under way with this problem. */
  cancel(why: () => Problem): void
  /** Ends every wait with this problem, also those that are asked for later. */
  stop(why: () => Problem): void
}

export interface DelaysOptions {
  readonly clock: Clock
  /** How many waits there may be at once. */
  readonly limit: number
}

export function createDelays({ clock, limit }: DelaysOptions): Delays {
  const cancels = new Set<(why: () => Problem) => void>()
  let stopped: (() => Problem) | undefined

  async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (stopped) throw stopped()
    if (cancels.size >= limit) throw tooMany(limit)
    signal.throwIfAborted()
    const start = clock.now()
    await new Promise<void>((resolve, reject) => {
      let timer: Timer
      const settle = (end: () => void): void => {
        clock.clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        cancels.delete(cancel)
        end()
      }
      const leave = (): void => settle(() => reject(signal.reason))
      const cancel = (why: () => Problem): void => settle(() => reject(why()))
      const arm = (rest: number): void => {
        timer = clock.setTimeout(fire, rest)
      }
      const fire = (): void => {
        const passed = clock.now() - start
        const rest = milliseconds - passed
        if (passed > 0 && rest > 0 && rest < earlyBy) arm(rest)
        else settle(resolve)
      }
      signal.addEventListener('abort', leave)
      cancels.add(cancel)
      arm(milliseconds)
    })
  }

  function cancelAll(why: () => Problem): void {
    for (const cancel of cancels) cancel(why)
  }

  return {
    wait,
    cancel: cancelAll,
    stop(why) {
      stopped = why
      cancelAll(why)
    },
  }
}

function tooMany(limit: number): Problem {
  const detail = `${limit} answers are being delayed already; try again when some are through.`
  return new Problem('too-many-delayed', detail, { limit }, { headers: { 'retry-after': '1' } })
}
