// Follows a journal until a signal aborts, and opens the stream again whenever it ends.
import type { FollowQuery, JournalEvent } from '../journal/view.ts'
import { Problem } from '../model/problem/problem.ts'
import { type Clock, realClock, sleep } from '../model/time/clock.ts'
import type { Control } from './control.ts'
import { WireError } from './wire-error.ts'

/** Options for following an event stream and opening it again after it was lost. */
export interface KeepFollowingOptions {
  /** Stops following when it aborts. */
  readonly signal: AbortSignal
  /** Called with the reason when the stream is lost. It is opened again after a pause. */
  readonly onLost?: (reason: unknown) => void
  /** The first pause in milliseconds, which doubles with each failure in a row. Default: 500. */
  readonly shortestPause?: number
  /** The longest pause in milliseconds. Default: 5,000. */
  readonly longestPause?: number
  /** Time and timers. Default: the runtime's own. */
  readonly clock?: Clock
}

/**
 * Yields the batches of `followRequests` over successive connections. Each continues where the last
 * one ended. Throws the `Problem` of a 4xx response, and the `WireError` of a response below 500
 * that is not from a mock-endpoint service, because trying again would not help.
 */
export async function* keepFollowing(
  control: Pick<Control, 'followRequests'>,
  { after, ...filter }: FollowQuery,
  {
    signal,
    onLost = () => {},
    shortestPause = 500,
    longestPause = 5_000,
    clock = realClock,
  }: KeepFollowingOptions,
): AsyncGenerator<readonly JournalEvent[], void, undefined> {
  let cursor = after
  let pause = shortestPause
  while (!signal.aborted) {
    try {
      for await (const events of control.followRequests({ ...filter, after: cursor }, signal)) {
        pause = shortestPause
        for (const event of events) if (event.type !== 'lagged') cursor = event.cursor
        yield events
      }
      if (!signal.aborted) onLost(new WireError('unreachable', 'The service ended the stream.'))
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw error
      onLost(error)
    }
    await sleep(pause, signal, clock)
    pause = Math.min(2 * pause, longestPause)
  }
}

function isFinal(error: unknown): boolean {
  if (error instanceof Problem) return error.status < 500
  if (!(error instanceof WireError)) return true
  return error.kind === 'foreign' && (error.status ?? 0) < 500
}
