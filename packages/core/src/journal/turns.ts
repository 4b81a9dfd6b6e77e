// Lets things happen a few at a time: what many wait for should not hold up everybody else.
import type { Clock } from '../model/clock.ts'

export interface Turns {
  /** Calls back at once, unless many did so before; then after these, in a later turn. */
  take(callback: () => void): void
}

/** So many in each turn; a turn is a millisecond. */
export function createTurns(clock: Clock, size: number): Turns {
  const queue: (() => void)[] = []
  let left = size
  let hasNext = false

  function next(): void {
    hasNext = false
    const due = queue.splice(0, size)
    left = size - due.length
    if (due.length > 0) comeBack()
    for (const callback of due) callback()
  }

  function comeBack(): void {
    if (hasNext) return
    hasNext = true
    clock.setTimeout(next, 1)
  }

  return {
    take(callback) {
      if (left === 0) {
        queue.push(callback)
        return
      }
      left -= 1
      comeBack()
      callback()
    },
  }
}
