// One event stream for all tabs of the browser: the tab that holds the lock reads it, and tells the
// others that are to be seen. A hidden tab takes no part.
import { createForgottenCheck } from './forgotten.ts'
import {
  type Batch,
  type Connection,
  connection,
  type LiveJournal,
  liveJournal,
  withBatch,
} from './live-journal.ts'
import { readJournal } from './live-stream.ts'

type Message =
  /** Tell me all that you have. */
  | { readonly type: 'join'; readonly tab: string }
  | { readonly type: 'all'; readonly tab: string; readonly journal: LiveJournal }
  | { readonly type: 'batch'; readonly batch: Batch }
  | { readonly type: 'connection'; readonly connection: Connection }

const name = 'mock-endpoint-journal'
const tab = String(Math.random())

let leave: (() => void) | undefined

/** Follows the journal while the page is to be seen. Returns the way out. */
export function watchJournal(): () => void {
  const update = (): void => {
    if (document.hidden) stop()
    else leave ??= join()
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    stop()
  }
}

/** Asks again, after the service has refused. */
export function retry(): void {
  if (!leave) return
  stop()
  leave = join()
}

function stop(): void {
  leave?.()
  leave = undefined
}

function join(): () => void {
  const ending = new AbortController()
  const channel = new BroadcastChannel(name)
  let isReader = false
  connection.value = { ...connection.peek(), status: 'connecting' }

  function tell(message: Message): void {
    channel.postMessage(message)
  }

  function askForAll(): void {
    tell({ type: 'join', tab })
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (isReader) {
      if (data.type === 'join') tell({ type: 'all', tab: data.tab, journal: liveJournal.peek() })
      if (data.type === 'join') tell({ type: 'connection', connection: connection.peek() })
      return
    }
    if (data.type === 'connection') connection.value = data.connection
    if (data.type === 'all' && data.tab === tab) takeAll(data.journal)
    if (data.type === 'batch') {
      // Something was missed, while the lock went from hand to hand.
      if (data.batch.from !== liveJournal.peek().cursor) askForAll()
      take(data.batch)
    }
  }

  async function read(): Promise<void> {
    isReader = true
    const { signal } = ending
    const takeAndTell = (batch: Batch): void => {
      take(batch)
      if (!signal.aborted) tell({ type: 'batch', batch })
    }
    const checkForgotten = createForgottenCheck({
      signal,
      journal: () => liveJournal.peek(),
      onForgotten(forgottenBefore) {
        const { cursor } = liveJournal.peek()
        const nothing = { from: cursor, cursor, isReset: false, hasGap: false, rows: [] }
        takeAndTell({ ...nothing, forgottenBefore })
      },
    })
    checkForgotten()
    await readJournal({
      cursor: liveJournal.peek().cursor,
      signal,
      onBatch(batch) {
        takeAndTell(batch)
        checkForgotten()
      },
      onConnection(now) {
        connection.value = now
        // Another tab may have the token that this one lacks.
        if (now.status !== 'refused') tell({ type: 'connection', connection: now })
      },
    })
  }

  askForAll()
  void holdLock(ending.signal, read)
  return () => {
    ending.abort()
    channel.close()
  }
}

function take(batch: Batch): void {
  liveJournal.value = withBatch(liveJournal.peek(), batch)
}

function takeAll(journal: LiveJournal): void {
  const { arrivals, rows } = liveJournal.peek()
  const last = rows.at(-1)?.id ?? 0
  const added = journal.rows.filter(({ id }) => id > last).length
  liveJournal.value = { ...journal, arrivals: arrivals + added }
}

/** Runs it when no other tab does. Where there are no locks (plain HTTP, not loopback), at once. */
async function holdLock(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run()
  try {
    await navigator.locks.request(name, { signal }, run)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
