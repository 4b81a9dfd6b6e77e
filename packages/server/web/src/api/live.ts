// Follows the journal while the page is visible. A hidden tab has no stream.
import { control } from './control.ts'
import { type Batch, connection, type LiveJournal, liveJournal, withBatch } from './live-journal.ts'
import { readJournal } from './live-stream.ts'

let leave: (() => void) | undefined

/** Follows the journal while the page is visible. Returns a function that stops this. */
export function watchJournal(): () => void {
  const update = (): void => {
    if (document.hidden) stop()
    else leave ??= follow()
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    stop()
  }
}

/** Opens the stream again after the service refused it. */
export function retry(): void {
  if (!leave) return
  stop()
  leave = follow()
}

function stop(): void {
  leave?.()
  leave = undefined
}

/** Follows the journal from the last cursor of this tab. */
function follow(): () => void {
  const ending = new AbortController()
  const { signal } = ending
  connection.value = { ...connection.peek(), status: 'connecting' }
  const checkForgotten = createForgottenCheck(signal)
  checkForgotten()
  void readJournal({
    cursor: liveJournal.peek().cursor,
    signal,
    onBatch(batch) {
      take(batch)
      checkForgotten()
    },
    onConnection(now) {
      connection.value = now
    },
  })
  return () => ending.abort()
}

function take(batch: Batch): void {
  liveJournal.value = withBatch(liveJournal.peek(), batch)
}

/** Milliseconds after a change until the service is asked. */
const untilLook = 2000

/**
 * Returns a function to call after each change. It looks for pending requests that the service's
 * journal dropped to make room for others, because no event reports that.
 */
function createForgottenCheck(signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    timer = undefined
    const pending = firstPending(liveJournal.peek())
    if (signal.aborted || pending === undefined) return
    try {
      const { requests } = await control.listRequests({ limit: 1 }, signal)
      const first = requests[0]?.id
      if (first === undefined || pending >= first) return
      const { cursor } = liveJournal.peek()
      take({ cursor, isReset: false, hasGap: false, rows: [], forgottenBefore: first })
    } catch {
      // The stream reports that the service is gone.
    }
  }

  return () => {
    if (timer === undefined && firstPending(liveJournal.peek()) !== undefined) {
      timer = setTimeout(look, untilLook)
    }
  }
}

function firstPending({ rows }: LiveJournal): number | undefined {
  return rows.find(({ outcome }) => outcome === 'pending')?.id
}
