// Reads the journal's event stream, opens it again when it ends, and hands on what changed.
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { CallError, call } from './call.ts'
import { type Batch, type Connection, isOtherRun } from './live-journal.ts'
import { type RecordedRequest, type RequestRow, toRow } from './requests.ts'

export interface StreamOptions {
  /** The id of the last event that is known. */
  readonly cursor: string | undefined
  readonly signal: AbortSignal
  /** Is called a few times a second at most. */
  readonly onBatch: (batch: Batch) => void
  readonly onConnection: (connection: Connection) => void
}

/** Between two batches, in milliseconds. */
const batchTime = 200
const shortestPause = 500
const longestPause = 5000
/** The Date header has whole seconds, and travels. */
const clockTolerance = 2000

/** Resolves when it is ended, or when the service refuses: then asking again would not help. */
export async function readJournal(options: StreamOptions): Promise<void> {
  const { signal, onConnection } = options
  const batches = createBatches(options)
  let pause = shortestPause
  let clockAhead = 0
  while (!signal.aborted) {
    try {
      const response = await openStream(batches, signal)
      clockAhead = clockAheadOf(response)
      onConnection({ status: 'live', clockAhead })
      pause = shortestPause
      await readEvents(response, batches.take)
      throw new CallError('The service ended the connection.')
    } catch (error) {
      batches.flush()
      if (signal.aborted) return
      const reason = error instanceof CallError ? error.message : 'The connection was lost.'
      if (error instanceof CallError && error.status >= 400 && error.status < 500) {
        return onConnection({ status: 'refused', reason, clockAhead })
      }
      onConnection({ status: 'lost', reason, clockAhead })
    }
    await sleep(pause, signal)
    pause = Math.min(2 * pause, longestPause)
  }
}

/** A service that was started anew knows nothing of the requests that are here. */
async function openStream(batches: Batches, signal: AbortSignal): Promise<Response> {
  if (batches.cursor !== undefined) {
    const after = encodeURIComponent(batches.cursor)
    const page = await call(`/api/request?limit=1&after=${after}`, { signal })
    const { next } = (await page.json()) as { readonly next: string }
    if (isOtherRun(batches.cursor, next)) batches.reset()
  }
  const goOn = batches.cursor === undefined ? {} : { 'last-event-id': batches.cursor }
  const headers = { accept: 'text/event-stream', ...goOn }
  return call('/api/request', { headers, signal })
}

interface Batches {
  readonly cursor: string | undefined
  take(event: EventSourceMessage): void
  reset(): void
  /** Hands on what there is, without waiting. */
  flush(): void
}

function createBatches({ cursor: start, onBatch }: StreamOptions): Batches {
  let from = start
  let cursor = start
  let isReset = false
  let hasGap = false
  let rows = new Map<number, RequestRow>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    if (timer === undefined) return
    timer = undefined
    const batch = { from, cursor, isReset, hasGap, rows: [...rows.values()] }
    from = cursor
    isReset = hasGap = false
    rows = new Map()
    onBatch(batch)
  }

  function reset(): void {
    rows = new Map()
    cursor = undefined
    isReset = true
    hasGap = false
    timer ??= setTimeout(flush, batchTime)
  }

  return {
    get cursor() {
      return cursor
    },
    take({ event, id, data }) {
      if (event === 'cleared' || isOtherRun(cursor, id)) reset()
      if (event === 'lagged') hasGap = true
      if (event === 'request') {
        const row = toRow(JSON.parse(data) as RecordedRequest)
        rows.set(row.id, row)
      }
      cursor = id ?? cursor
      timer ??= setTimeout(flush, batchTime)
    },
    reset,
    flush,
  }
}

async function readEvents(
  response: Response,
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  const parser = createParser({ onEvent })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parser.feed(decoder.decode(part.value, { stream: true }))
  }
}

function clockAheadOf(response: Response): number {
  const ahead = Date.now() - Date.parse(response.headers.get('date') ?? '')
  return Math.abs(ahead) > clockTolerance ? ahead : 0
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
