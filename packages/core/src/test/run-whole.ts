// Runs yielding work to its end, without pauses.
import type { Yielding } from '../model/time/yielding.ts'

export function runWhole<T>(work: Yielding<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (value) throw new Error('It waits for a promise.')
  }
}
