// Event streams of a journal, with a clock and a reader that a test controls.
import { setImmediate } from 'node:timers/promises'
import { createEventStreams } from '../http/control-plane/event-stream.ts'
import { createJournal, type MemoryJournal } from '../journal/journal.ts'
import type { Arrival } from '../journal/recorder.ts'
import type { FollowQuery, JournalView } from '../journal/view.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { type Clock, globalClock } from '../model/time/clock.ts'

export const asked = (endpoint: string | null): Arrival => ({
  endpoint,
  method: 'GET',
  url: 'http://localhost/endpoint/a?b',
  headers: ['Host', 'localhost'],
})

export const answered = { outcome: 'answered', statusCode: 200 } as const

interface TestTimer {
  readonly callback: () => void
  readonly milliseconds: number
}

interface TestClock extends Clock {
  readonly timers: Map<number, TestTimer>
  /** Fires the timers that are set now. */
  fire(): void
}

function createTestClock(): TestClock {
  const timers = new Map<number, TestTimer>()
  let last = 0
  return {
    ...globalClock,
    timers,
    setTimeout(callback, milliseconds) {
      // The pause of a stream between its events.
      if (milliseconds < 1000) return setImmediate().then(callback)
      timers.set(++last, { callback, milliseconds })
      return last
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
    fire() {
      const due = [...timers.values()]
      timers.clear()
      for (const { callback } of due) callback()
    },
  }
}

interface OpenStreams {
  readonly journal: MemoryJournal
  readonly clock: TestClock
  /** The number of streams that follow the journal now. */
  readonly following: () => number
  readonly open: (query?: FollowQuery, signal?: AbortSignal) => Response
}

export function openStreams({
  journal = createJournal(),
}: Partial<Pick<OpenStreams, 'journal'>> = {}): OpenStreams {
  const clock = createTestClock()
  const signals: AbortSignal[] = []
  const watched: JournalView = {
    ...journal,
    follow(query, signal) {
      signals.push(signal)
      return journal.follow(query, signal)
    },
  }
  const streams = createEventStreams({ clock })
  return {
    journal,
    clock,
    following: () => signals.filter(({ aborted }) => !aborted).length,
    open: (query = {}, signal = new AbortController().signal) =>
      streams.open(watched, query, signal),
  }
}

interface StreamEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

/** Reads a stream as a browser does, but only when called. */
export interface Follower {
  /** Reads one chunk, if there is one. */
  read(): Promise<void>
  /** Reads until no more chunks come. */
  readAll(): Promise<void>
  cancel(): Promise<void>
  readonly isDone: () => boolean
  readonly text: () => string
  readonly events: () => readonly StreamEvent[]
  readonly names: () => string[]
  /** Such as `1 pending`. */
  readonly outcomes: () => string[]
  /** The latest version of each request that was read, sorted by id. */
  readonly state: () => RecordedRequest[]
  readonly lastEventId: () => string | undefined
}

export function followEvents(response: Response): Follower {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let isDone = false
  let pending: Promise<void> | undefined

  const read = async (): Promise<void> => {
    if (isDone) return
    pending ??= reader.read().then(({ done, value }) => {
      pending = undefined
      isDone = done
      text += decoder.decode(value, { stream: true })
    })
    for (let i = 0; i < 3; i++) await setImmediate()
  }
  const events = (): StreamEvent[] => text.split('\n\n').flatMap(parse)
  return {
    read,
    async readAll() {
      do await read()
      while (!pending && !isDone)
    },
    async cancel() {
      isDone = true
      await reader.cancel()
    },
    isDone: () => isDone,
    text: () => text,
    events,
    names: () => events().map(({ event }) => event),
    outcomes: () => requestsOf(events()).map(({ id, outcome }) => `${id} ${outcome}`),
    state() {
      const requests = new Map<number, RecordedRequest>()
      for (const { event, data } of events()) {
        if (event === 'cleared') requests.clear()
        if (event !== 'request') continue
        const request = JSON.parse(data) as RecordedRequest
        requests.set(request.id, request)
      }
      return [...requests.values()].sort((a, b) => a.id - b.id)
    },
    lastEventId: () => events().findLast(({ id }) => id !== '')?.id,
  }
}

function requestsOf(events: readonly StreamEvent[]): RecordedRequest[] {
  const requests = events.filter(({ event }) => event === 'request')
  return requests.map(({ data }) => JSON.parse(data) as RecordedRequest)
}

/** Parses one event. Returns none for a block of only a comment or a `retry`. */
function parse(block: string): StreamEvent[] {
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  const event = field('event')
  return event === '' ? [] : [{ event, id: field('id'), data: field('data') }]
}
