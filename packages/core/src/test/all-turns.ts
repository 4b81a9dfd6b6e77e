// Work that is meant to be done in turns, at one go.
import type { Turns } from '../model/turns.ts'

export function allTurns<T>(work: Turns<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (value) throw new Error('It waits for a promise.')
  }
}
