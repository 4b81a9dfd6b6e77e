// Work that is aborted after a time limit, or when its delivery ends.
import { forwardFailed } from '../forward/forwarder.ts'
import type { Clock } from '../model/time/clock.ts'
import { cancelled, type Ending } from './ending.ts'

interface Limits {
  readonly milliseconds: number
  readonly clock: Clock
  readonly ending: Ending
}

/**
 * Resolves to the result of the work. Rejects with `http_response_timeout` if it takes too long, or
 * with another error if the delivery ends. In both cases, calls the callback that the work has set.
 */
export async function limited<T>(
  { milliseconds, clock, ending }: Limits,
  work: (onAbort: (callback: () => void) => void) => Promise<T>,
): Promise<T> {
  ending.check()
  let hasEnded = false
  let tell = (): void => {}
  let reject: (error: unknown) => void = () => {}
  const ended = new Promise<never>((_, rejected) => {
    reject = rejected
  })
  const end = (error: unknown): void => {
    hasEnded = true
    reject(error)
    tell()
  }
  const timer = clock.setTimeout(() => end(timedOut(milliseconds)), milliseconds)
  const leave = ending.listen(() => end(cancelled()))
  try {
    const working = work((callback) => {
      tell = callback
      if (hasEnded) callback()
    })
    return await Promise.race([working, ended])
  } finally {
    clock.clearTimeout(timer)
    leave()
  }
}

function timedOut(milliseconds: number): Error {
  return forwardFailed('http_response_timeout', `There was no response within ${milliseconds} ms.`)
}
