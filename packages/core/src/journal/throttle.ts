// Lets things happen a few at a time: what many wait for should not hold up everybody else.
import type { Clock } from '../model/clock.ts'

/** Calls back at once, unless it called many lately; then after these, in an event of its own. */
export type Throttle = (callback: () => void) => void

/** So many at once; from then on one in each millisecond. */
export function createThrottle(clock: Clock, atOnce: number): Throttle {
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
