// The journal as server-sent events (WHATWG HTML, 9.2): each event is a request as it now stands.
import { type Entry, toRecord } from '../engine/entry.ts'
import type { Journal, RequestFilter } from '../engine/journal.ts'
import type { Clock, Timer } from '../model/clock.ts'
import type { Cursors } from '../model/cursor.ts'
import { Problem } from '../model/problem.ts'

export interface EventStreamsOptions {
  readonly journal: Journal
  readonly cursors: Cursors
  readonly clock: Clock
}

export interface EventStreams {
  /** What changed behind the cursor, then what changes. Throws `too-many-streams`. */
  open(cursor: string | undefined, filter: RequestFilter, signal: AbortSignal): Response
}

const maxStreams = 16
/** A comment keeps proxies from closing a stream where nothing happens. */
const heartbeat = 15_000
/** How much is made ready at a time for a reader that is slow. */
const longestBatch = 256 * 1024

export function createEventStreams({ journal, cursors, clock }: EventStreamsOptions): EventStreams {
  let openStreams = 0

  return {
    open(cursor, filter, signal) {
      if (openStreams === maxStreams) throw tooMany()
      openStreams += 1
      const waiting = createWaiting(journal, clock)
      const position = cursors.read(cursor)
      const events = follow({ journal, cursors, clock, filter, waiting, position })
      let isOpen = true
      const close = (): void => {
        if (!isOpen) return
        isOpen = false
        openStreams -= 1
        signal.removeEventListener('abort', close)
        waiting.end()
      }
      if (signal.aborted) close()
      else signal.addEventListener('abort', close)
      return new Response(toStream(events, close), {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          // For proxies that would collect answers before they hand them on.
          'x-accel-buffering': 'no',
          // Else the adapter of node:http waits, by a global timer, whether there is more to come.
          'transfer-encoding': 'chunked',
        },
      })
    },
  }
}

interface Following extends EventStreamsOptions {
  readonly filter: RequestFilter
  readonly waiting: WaitingForChange
  position: number
}

/**
 * Texts of events, made when they are asked for: a reader that does not read costs nothing. It may
 * miss that a request was pending, and what falls out before it reads on, of which it is told.
 */
async function* follow(following: Following): AsyncGenerator<string, void, undefined> {
  const { journal, cursors, filter, waiting } = following
  let isNew = following.position === 0
  yield 'retry: 1000\n\n'
  while (!waiting.isOver) {
    if (!isNew && journal.clearedAt > following.position) {
      following.position = journal.clearedAt
      yield cleared(cursors.write(journal.clearedAt))
      continue
    }
    if (!isNew && journal.droppedUpTo > following.position) {
      yield `event: lagged\ndata: {"dropped":${journal.dropped}}\n\n`
    }
    isNew = false
    const { text, position } = batch(journal.changedAfter(following.position, filter), cursors)
    following.position = position ?? journal.position
    if (text !== '') yield text
    if (position !== undefined) continue
    if (journal.isClosed) return
    const why = await waiting.next(heartbeat)
    if (why === 'heartbeat') yield ':\n\n'
  }
}

function cleared(cursor: string): string {
  return `event: cleared\nid: ${cursor}\ndata: {}\n\n`
}

/** As many events as are made at a time; `position` is where the next batch goes on, if need be. */
function batch(
  entries: readonly Entry[],
  cursors: Cursors,
): { readonly text: string; readonly position?: number } {
  let text = ''
  for (const entry of entries) {
    if (text.length > longestBatch) return { text, position: entry.changed - 1 }
    const data = JSON.stringify(toRecord(entry))
    text += `event: request\nid: ${cursors.write(entry.changed)}\ndata: ${data}\n\n`
  }
  return { text }
}

interface WaitingForChange {
  readonly isOver: boolean
  /** Resolves at once when something changed since the last time. */
  next(milliseconds: number): Promise<'change' | 'cleared' | 'heartbeat'>
  end(): void
}

function createWaiting(journal: Journal, clock: Clock): WaitingForChange {
  let pending: 'change' | 'cleared' | undefined
  let wake: (() => void) | undefined
  let isOver = false
  const unsubscribe = journal.subscribe((change) => {
    pending = change === 'cleared' || pending === 'cleared' ? 'cleared' : 'change'
    wake?.()
  })
  return {
    get isOver() {
      return isOver
    },
    async next(milliseconds) {
      let timer: Timer
      if (pending === undefined && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = clock.setTimeout(resolve, milliseconds)
        })
        clock.clearTimeout(timer)
        wake = undefined
      }
      const why = pending ?? 'heartbeat'
      pending = undefined
      return why
    },
    end() {
      isOver = true
      unsubscribe()
      wake?.()
    },
  }
}

function toStream(
  events: AsyncGenerator<string, void, undefined>,
  close: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await events.next()
        if (!done) return controller.enqueue(encoder.encode(value))
        close()
        controller.close()
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

function tooMany(): Problem {
  const detail = `${maxStreams} event streams are open already; close one.`
  return new Problem('too-many-streams', detail, { limit: maxStreams })
}
