// Follows a journal for as long as one wants: opens the stream again when it ends.
import type { FollowQuery, JournalEvent } from '../journal/view.ts'
import { Problem } from '../model/problem/problem.ts'
import { type Clock, realClock, sleep } from '../model/time/clock.ts'
import type { Control } from './control.ts'
import { WireError } from './wire-error.ts'

/** How an event stream is followed, and opened again after it was lost. */
export interface KeepFollowingOptions {
  /** Ends it all. */
  readonly signal: AbortSignal
  /** Is told each time the stream is lost, and why; it is opened again after a pause. */
  readonly onLost?: (reason: unknown) => void
  /** The first pause in milliseconds, which doubles with each failure in a row. Default: 500. */
  readonly shortestPause?: number
  /** The longest pause in milliseconds. Default: 5,000. */
  readonly longestPause?: number
  /** Default: the runtime's own. */
  readonly clock?: Clock
}

/**
 * The batches of `followRequests`, one connection after another: each goes on where the last one
 * ended. Throws the problem of a service that refuses (4xx) and the `WireError` of something else
 * that answers so: to ask again would not help.
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
