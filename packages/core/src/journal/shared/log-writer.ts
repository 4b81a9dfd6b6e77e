// Writes to a log that several journals share: seldom, and then all waiting entries at once.

import { StoreError } from '../../model/store/store.ts'
import { realClock } from '../../model/time/clock.ts'
import { coalesced } from './coalesced.ts'
import type { Outgoing } from './outgoing.ts'
import type { Frame, LogLimits, RequestLog } from './request-log.ts'

export interface LogWriter {
  /** Writes all waiting entries after a pause. */
  writeSoon(): void
  /** Writes all waiting entries now. */
  flush(): Promise<void>
  /** From now on, a write that fails is not retried automatically. */
  close(): void
}

/**
 * Milliseconds for which requests are gathered before they are written together: while a service
 * watches the log, while none does, and after a write that failed.
 */
const pauses = { watched: 5, unwatched: 100, failed: 1_000 }

export function createLogWriter(log: RequestLog, outgoing: Outgoing, limits: LogLimits): LogWriter {
  let pause = pauses.unwatched
  let timer: unknown
  let isClosed = false
  /** The frame that is being written, until its write is confirmed, and its number. */
  let frame: Frame | undefined
  let frames = 0

  async function writeFrame(): Promise<number> {
    if (!frame) {
      frames += 1
      frame = outgoing.take()
    }
    const { entries } = frame
    const isWatched = await log.append(frame, frames, limits)
    pause = isWatched ? pauses.watched : pauses.unwatched
    frame = undefined
    return entries
  }

  const flush = coalesced(async () => {
    realClock.clearTimeout(timer)
    timer = undefined
    // Entries that come during the write have their own pause.
    let left = outgoing.waiting + (frame?.entries ?? 0)
    try {
      while (left > 0 && (frame || outgoing.waiting > 0)) left -= await writeFrame()
    } catch (error) {
      if (!isClosed) writeAfter(pauses.failed)
      throw error
    }
  })

  function writeAfter(milliseconds: number): void {
    timer ??= realClock.setTimeout(() => {
      timer = undefined
      // The write is retried, and a read reports why it failed.
      flush().catch(() => {})
    }, milliseconds)
  }

  log.onGather(async () => {
    // A service that reads may watch next.
    pause = pauses.watched
    try {
      await flush()
    } catch (error) {
      // A full log can still be read.
      if (!(error instanceof StoreError && error.kind === 'full')) throw error
    }
  })

  return {
    writeSoon: () => writeAfter(pause),
    flush,
    close() {
      isClosed = true
    },
  }
}
