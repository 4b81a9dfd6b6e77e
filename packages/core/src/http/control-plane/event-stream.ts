// The journal as server-sent events (WHATWG HTML, 9.2), such as the current state of a request.
import type { FollowQuery, JournalEvent, JournalView } from '../../journal/view.ts'
import { Problem } from '../../model/problem/problem.ts'
import { type Clock, realClock, sleep } from '../../model/time/clock.ts'
import { createPace, type Pace } from '../../model/time/yielding.ts'

export interface EventStreams {
  /** Streams the changes since the cursor, then new ones. Throws `too-many-streams`. */
  open(journal: JournalView, query: FollowQuery, signal: AbortSignal): Response
}

export interface EventStreamsOptions {
  readonly clock?: Clock
  /** Maximum number of open streams, in all workspaces of a service. Default: 16. */
  readonly limit?: number
}

/** Milliseconds without events until a comment is sent, so that proxies keep the stream open. */
const heartbeat = 15_000
/** Characters that are written before other work runs. */
const mostWritten = 512 * 1024

export function createEventStreams({
  clock = realClock,
  limit = 16,
}: EventStreamsOptions = {}): EventStreams {
  let openStreams = 0
  const toText = createToText()
  const pace = createPace(mostWritten)
  // However many streams are open, together they write about a thousand times a second.
  const pause = (signal: AbortSignal): Promise<void> => sleep(openStreams, signal, clock)

  return {
    open(journal, query, client) {
      if (openStreams >= limit) throw tooMany(limit)
      openStreams += 1
      const ending = new AbortController()
      const batches = journal.follow(query, ending.signal)[Symbol.asyncIterator]()
      const close = (): void => {
        if (ending.signal.aborted) return
        openStreams -= 1
        client.removeEventListener('abort', close)
        ending.abort()
        void batches.return?.()
      }
      if (client.aborted) close()
      else client.addEventListener('abort', close)
      const texts = toTexts({ batches, toText, pace, pause, clock, signal: ending.signal })
      return new Response(toStream(texts, close), { headers })
    },
  }
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Keeps proxies from buffering the response.
  'x-accel-buffering': 'no',
  // Without it, the adapter of node:http waits for more data with a global timer.
  'transfer-encoding': 'chunked',
}

type Batch = readonly JournalEvent[]

interface Source {
  readonly batches: AsyncIterator<Batch>
  readonly toText: (event: JournalEvent) => string
  /** Shared by all streams. */
  readonly pace: Pace
  /** Resolves when the next events may be written. */
  readonly pause: (signal: AbortSignal) => Promise<void>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Creates the texts on demand, so that a client that does not read costs nothing. */
async function* toTexts({
  batches,
  toText,
  pace,
  pause,
  clock,
  signal,
}: Source): AsyncGenerator<string, void, undefined> {
  yield 'retry: 1000\n\n'
  let pending: Promise<IteratorResult<Batch>> | undefined
  while (!signal.aborted) {
    pending ??= batches.next()
    const next = await withHeartbeat(pending, clock)
    if (next === 'heartbeat') {
      yield ':\n\n'
      continue
    }
    pending = undefined
    if (next.done) return
    const events = next.value
    const text = await pace.begin(() => events.map(toText).join(''))
    pace.count(text.length)
    yield text
    // Events that occur meanwhile are written together.
    await pause(signal)
  }
}

function withHeartbeat<T>(next: Promise<T>, clock: Clock): Promise<T | 'heartbeat'> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve('heartbeat'), heartbeat)
    next.then(resolve, reject).finally(() => clock.clearTimeout(timer))
  })
}

/** Makes the text of each event once, because a journal passes the same event to all followers. */
function createToText(): (event: JournalEvent) => string {
  const texts = new WeakMap<JournalEvent, string>()
  return (event) => {
    const text = texts.get(event) ?? write(event)
    texts.set(event, text)
    return text
  }
}

function write(event: JournalEvent): string {
  switch (event.type) {
    case 'request':
      return `event: request\nid: ${event.cursor}\ndata: ${JSON.stringify(event.request)}\n\n`
    case 'cleared':
      return `event: cleared\nid: ${event.cursor}\ndata: {}\n\n`
    case 'lagged':
      return `event: lagged\ndata: {"dropped":${event.dropped}}\n\n`
  }
}

function toStream(
  texts: AsyncGenerator<string, void, undefined>,
  close: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next()
          if (!done) return controller.enqueue(encoder.encode(value))
        } catch (error) {
          controller.error(error)
          return close()
        }
        close()
        controller.close()
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

function tooMany(limit: number): Problem {
  const detail = `${limit} event streams are open already; close one.`
  return new Problem('too-many-streams', detail, { limit })
}
