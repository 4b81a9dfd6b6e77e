// A reader for tests. It follows a journal, and reads only on demand.
import { expectSame } from '../contract/expect-same.ts'
import type { Journal } from '../journal/journal.ts'
import type { FollowQuery, JournalEvent } from '../journal/view.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { inWords, orLate } from './cases.ts'

export interface Reader {
  /**
   * Reads as many events as are expected, and throws unless they are these: `a1 pending`,
   * `cleared`, `lagged 8`, or `end` at the end. If no event comes in time, it reads `nothing`.
   */
  expect(...expected: readonly string[]): Promise<void>
  /** Asks for the next events, and leaves them for a later read. */
  ask(): void
  /** Returns the cursor of the last event that had one. */
  cursor(): string
  /** The requests in the events so far, by name, in the state of their last event. */
  readonly known: ReadonlyMap<string, RecordedRequest>
  abort(): void
  leave(): Promise<void>
}

/** Follows a journal. Asks it for nothing before the first read. */
export function read(journal: Journal, query: FollowQuery = {}): Reader {
  const ending = new AbortController()
  const batches = journal.follow(query, ending.signal)[Symbol.asyncIterator]()
  const known = new Map<string, RecordedRequest>()
  let events: readonly JournalEvent[] = []
  let asked: Promise<IteratorResult<readonly JournalEvent[]>> | undefined
  let last: string | undefined

  function ask(): Promise<IteratorResult<readonly JournalEvent[]>> {
    asked ??= batches.next()
    return asked
  }

  async function next(): Promise<JournalEvent | 'end' | 'nothing'> {
    while (events.length === 0) {
      const result = await orLate(ask(), undefined)
      if (!result) return 'nothing'
      asked = undefined
      if (result.done) return 'end'
      events = result.value
    }
    const [event, ...rest] = events as [JournalEvent, ...JournalEvent[]]
    events = rest
    if ('cursor' in event) last = event.cursor
    if (event.type === 'request') known.set(event.request.query, event.request)
    return event
  }

  return {
    known,
    ask: () => void ask().catch(() => undefined),
    async expect(...expected) {
      const told: string[] = []
      while (told.length < expected.length && told.at(-1) !== 'end' && told.at(-1) !== 'nothing') {
        told.push(eventInWords(await next()))
      }
      expectSame('what follow() told', told, expected)
    },
    cursor() {
      if (last === undefined) throw new Error('follow(): expected a cursor, but none was told')
      return last
    },
    abort: () => ending.abort(),
    async leave() {
      await batches.return?.()
    },
  }
}

function eventInWords(event: JournalEvent | 'end' | 'nothing'): string {
  if (typeof event === 'string') return event
  if (event.type === 'request') return inWords(event.request)
  return event.type === 'lagged' ? `lagged ${event.dropped}` : event.type
}
