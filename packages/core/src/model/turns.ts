// Long work on one thread, in turns: between two of them everyone else has one.
import type { Awaitable } from './awaitable.ts'
import { realClock } from './clock.ts'

/** Work that yields every few milliseconds, and returns what it comes to. */
export type Turns<T> = Generator<undefined, T, undefined>

/** What the work comes to: at once when it takes a single turn. */
export function takeTurns<T>(work: Turns<T>): Awaitable<T> {
  const { done, value } = work.next()
  return done ? value : takeMoreTurns(work)
}

async function takeMoreTurns<T>(work: Turns<T>): Promise<T> {
  for (;;) {
    await new Promise<void>((resolve) => realClock.setTimeout(resolve, 0))
    const { done, value } = work.next()
    if (done) return value
  }
}
