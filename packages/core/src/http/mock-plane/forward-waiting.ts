// The wait for another service.

import type { ForwardRequest } from '../../forward/forwarder.ts'
import type { Problem } from '../../model/problem/problem.ts'
import type { Exchange } from './exchange.ts'

/** A wait that ends when the client disconnects, at a reset, and when the service stops. */
export interface ForwardWaiting {
  /** Never resolves. Rejects with the problem that ends the wait. */
  readonly cancelled: Promise<never>
  readonly isAborted: () => boolean
  readonly onAbort: ForwardRequest['onAbort']
  /** Ends the request to the other service. */
  abort(): void
  /** Ends the wait. Call it when there is nothing more to wait for. */
  end(): void
}

export function beginWaiting(exchange: Exchange, note: () => void): ForwardWaiting {
  let state: 'waiting' | 'aborted' | 'over' = 'waiting'
  let tell = (): void => {}
  let cancel: (problem: Problem) => void = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    cancel = reject
  })
  // It may reject when nothing awaits it any more.
  cancelled.catch(() => {})
  const abort = (): void => {
    state = 'aborted'
    tell()
  }
  const giveBack = exchange.holdBack(undefined, (problem) => {
    if (state !== 'waiting') return
    if (!exchange.forwarded) note()
    abort()
    if (problem) cancel(problem)
  })
  return {
    cancelled,
    isAborted: () => state === 'aborted',
    onAbort(callback) {
      tell = callback
      if (state === 'aborted') callback()
    },
    abort,
    end() {
      if (state === 'waiting') state = 'over'
      giveBack()
    },
  }
}
