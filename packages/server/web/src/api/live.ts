// One event stream for all visible tabs of the browser: the tab that holds the lock reads it and
// tells the others. A hidden tab takes no part.

import { control } from './control.ts'
import {
  type Batch,
  type Connection,
  connection,
  type LiveJournal,
  liveJournal,
  withBatch,
} from './live-journal.ts'
import { readJournal } from './live-stream.ts'
import { cameAfter } from './request-row.ts'

type Message =
  /** Tell me all that you have. */
  | { readonly type: 'join'; readonly tab: string }
  | { readonly type: 'all'; readonly tab: string; readonly journal: LiveJournal }
  | { readonly type: 'batch'; readonly batch: Batch }
  | { readonly type: 'connection'; readonly connection: Connection }

const name = 'mock-endpoint-journal'
const tab = String(Math.random())

let leave: (() => void) | undefined

/** Follows the journal while the page is visible. Returns the function that ends it. */
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

type Tell = (message: Message) => void

function join(): () => void {
  const ending = new AbortController()
  const channel = new BroadcastChannel(name)
  const tell: Tell = (message) => channel.postMessage(message)
  let hear = hearAsListener
  connection.value = { ...connection.peek(), status: 'connecting' }
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data, tell)
  tell({ type: 'join', tab })
  void holdLock(ending.signal, () => {
    hear = hearAsReader
    return read(ending.signal, tell)
  })
  return () => {
    ending.abort()
    channel.close()
  }
}

function hearAsReader(message: Message, tell: Tell): void {
  if (message.type !== 'join') return
  tell({ type: 'all', tab: message.tab, journal: liveJournal.peek() })
  tell({ type: 'connection', connection: connection.peek() })
}

function hearAsListener(message: Message, tell: Tell): void {
  if (message.type === 'connection') connection.value = message.connection
  if (message.type === 'all' && message.tab === tab) takeAll(message.journal)
  if (message.type !== 'batch') return
  // Something was missed while the lock passed from one tab to another.
  if (message.batch.from !== liveJournal.peek().cursor) tell({ type: 'join', tab })
  take(message.batch)
}

/** Reads the stream for all tabs. */
async function read(signal: AbortSignal, tell: Tell): Promise<void> {
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

function take(batch: Batch): void {
  liveJournal.value = withBatch(liveJournal.peek(), batch)
}

function takeAll(journal: LiveJournal): void {
  const { arrivals, rows } = liveJournal.peek()
  const last = rows.at(-1)
  const added = journal.rows.filter((row) => cameAfter(row, last)).length
  liveJournal.value = { ...journal, arrivals: arrivals + added }
}

/** Runs it when no other tab does, or at once where locks are missing (plain HTTP, not loopback). */
async function holdLock(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run()
  try {
    await navigator.locks.request(name, { signal }, run)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface ForgottenOptions {
  readonly signal: AbortSignal
  readonly journal: () => LiveJournal
  /** Is called when pending requests with lower ids are not in the service's journal any more. */
  readonly onForgotten: (before: number) => void
}

/** How long after a change the service is asked, in milliseconds. */
const untilLook = 2000

/** To be called after each change: requests fall out when others come. */
function createForgottenCheck(options: ForgottenOptions): () => void {
  const { signal, journal, onForgotten } = options
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    timer = undefined
    const pending = firstPending(journal())
    if (signal.aborted || pending === undefined) return
    try {
      const { requests } = await control.listRequests({ limit: 1 }, signal)
      const first = requests[0]?.id
      if (first !== undefined && pending < first) onForgotten(first)
    } catch {
      // The stream tells that the service is gone.
    }
  }

  return () => {
    if (timer === undefined && firstPending(journal()) !== undefined) {
      timer = setTimeout(look, untilLook)
    }
  }
}

function firstPending({ rows }: LiveJournal): number | undefined {
  return rows.find(({ outcome }) => outcome === 'pending')?.id
}
