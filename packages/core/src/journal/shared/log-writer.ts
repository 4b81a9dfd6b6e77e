// Writes into a log that several journals share: seldom, and all that has come meanwhile at once.

import { StoreError } from '../../model/store/store.ts'
import { realClock } from '../../model/time/clock.ts'
import { coalesced } from './coalesced.ts'
import type { Outgoing } from './outgoing.ts'
import type { Frame, LogLimits, RequestLog } from './request-log.ts'

export interface LogWriter {
  /** Writes what there is after a pause. */
  writeSoon(): void
  /** Writes what there is by now. */
  flush(): Promise<void>
  /** What cannot be written from now on is not tried again by itself. */
  close(): void
}

/**
 * For how long requests are gathered before they are written together, in milliseconds: while somebody
 * watches, while nobody does, and after a write that failed.
 */
const pauses = { watched: 5, unwatched: 100, failed: 1_000 }

export function createLogWriter(log: RequestLog, outgoing: Outgoing, limits: LogLimits): LogWriter {
  let pause = pauses.unwatched
  let timer: unknown
  let isClosed = false
  /** The frame that is being written, as long as it is not known that it was, and its number. */
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
    // What comes meanwhile has its own pause.
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
      // It is tried again, and whoever reads hears why it failed.
      flush().catch(() => {})
    }, milliseconds)
  }

  log.onGather(async () => {
    // Whoever reads may go on to watch.
    pause = pauses.watched
    try {
      await flush()
    } catch (error) {
      // With a log that is full, there is still what it has.
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
