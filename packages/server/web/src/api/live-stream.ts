// Follows the journal, and passes its changes on a few times a second.
import { type JournalEvent, keepFollowing } from '@mock-endpoint/core/client'
import { clockAhead, control, messageOf } from './control.ts'
import type { Batch, Connection } from './live-journal.ts'
import { type RequestRow, toRow } from './request-row.ts'

export interface StreamOptions {
  /** The cursor of the last known event. */
  readonly cursor: string | undefined
  readonly signal: AbortSignal
  /** Called at most a few times a second. */
  readonly onBatch: (batch: Batch) => void
  readonly onConnection: (connection: Connection) => void
}

/** Milliseconds between two batches. */
const batchTime = 200

/** Resolves when the signal aborts, or when the service refuses and a retry would not help. */
export async function readJournal(options: StreamOptions): Promise<void> {
  const { cursor: after, signal, onConnection } = options
  const batches = createBatches(options)
  let isLive = false

  function lose(status: 'lost' | 'refused', error: unknown): void {
    isLive = false
    batches.flush()
    if (!signal.aborted) onConnection({ status, reason: messageOf(error), clockAhead })
  }

  try {
    const onLost = (reason: unknown): void => lose('lost', reason)
    for await (const events of keepFollowing(control, { after }, { signal, onLost })) {
      if (!isLive) onConnection({ status: 'live', clockAhead })
      isLive = true
      batches.take(events)
    }
    batches.flush()
  } catch (error) {
    lose('refused', error)
  }
}

interface Batches {
  take(events: readonly JournalEvent[]): void
  /** Passes on the collected changes without waiting. */
  flush(): void
}

function createBatches({ cursor: start, onBatch }: StreamOptions): Batches {
  let cursor = start
  let isReset = false
  let hasGap = false
  let rows = new Map<number, RequestRow>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    if (timer === undefined) return
    timer = undefined
    const batch = { cursor, isReset, hasGap, rows: [...rows.values()] }
    isReset = hasGap = false
    rows = new Map()
    onBatch(batch)
  }

  function takeOne(event: JournalEvent): void {
    if (event.type === 'lagged') {
      hasGap = true
      return
    }
    cursor = event.cursor
    if (event.type === 'request') {
      rows.set(event.request.id, toRow(event.request))
    } else {
      rows = new Map()
      isReset = true
      hasGap = false
    }
  }

  return {
    take(events) {
      events.forEach(takeOne)
      if (events.length > 0) timer ??= setTimeout(flush, batchTime)
    },
    flush,
  }
}
