// The control API for the journal: list, wait, follow, one, clear.
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { type Entry, toRecord } from '../engine/entry.ts'
import type { Journal, RequestFilter } from '../engine/journal.ts'
import { type Clock, realClock } from '../model/clock.ts'
import { createCursors } from '../model/cursor.ts'
import type { FieldsSchema } from '../model/fields.ts'
import { Problem } from '../model/problem.ts'
import { nameOf } from '../model/url.ts'
import { createEventStreams } from './event-stream.ts'
import { json } from './json.ts'
import { otherMethods } from './method-not-allowed.ts'
import { parseQuery } from './query.ts'

export interface JournalApiOptions {
  readonly journal: Journal
}

interface RequestQuery extends RequestFilter {
  readonly after?: string | undefined
  readonly limit: number
  /** How long to wait for `count` requests, in milliseconds. */
  readonly wait: number
  readonly count: number
}

const longestWait = 600_000

function integer(from: number, to: number) {
  const error = `must be an integer from ${from} to ${to}`
  return z.coerce.number(error).check(z.int(error), z.gte(from, error), z.lte(to, error))
}

export const requestQuerySchema: FieldsSchema<RequestQuery> = z.strictObject({
  endpoint: z.optional(z.string()),
  unmatched: z.optional(
    z.pipe(
      z.enum(['true', 'false'], 'must be true or false'),
      z.transform((text) => text === 'true'),
    ),
  ),
  after: z.optional(z.string()),
  limit: z._default(integer(1, 1000), 100),
  wait: z._default(integer(0, longestWait), 0),
  count: z._default(integer(1, 1000), 1),
})

export function createJournalApi({ journal }: JournalApiOptions): Hono {
  const api = new Hono()
  const cursors = createCursors(realClock)
  const streams = createEventStreams({ journal, cursors, clock: realClock })

  api.get('/', async (c) => {
    const request = c.req.raw
    const { after, limit, wait, count, ...filter } = parseQuery(requestQuerySchema, request.url)
    const isFollowing = request.headers.get('accept')?.includes('text/event-stream')
    if (isFollowing && request.method === 'GET') {
      return streams.open(request.headers.get('last-event-id') ?? after, filter, request.signal)
    }
    const start = cursors.read(after)
    const arrived = (): Entry[] => journal.arrivedAfter(start, filter)
    if (wait > 0) await untilArrived({ journal, arrived, count, wait, signal: request.signal })
    const entries = arrived()
    const page = entries.slice(0, limit)
    // A full page ends with its last request, any other where the journal is now.
    const end = page.length < entries.length ? page.at(-1)?.arrived : journal.position
    return json(
      JSON.stringify({
        requests: page.map(toRecord),
        next: cursors.write(end ?? start),
        dropped: journal.dropped,
      }),
    )
  })

  api.delete('/', () => {
    journal.clear()
    return json('{"success":true}')
  })

  api.get('/:id', (c) => {
    const id = nameOf(c.req.url)
    const request = /^\d{1,15}$/.test(id) ? journal.get(Number(id)) : undefined
    if (!request) throw notFound(id)
    return json(JSON.stringify(request))
  })

  api.all('/', otherMethods(['GET', 'DELETE']))
  api.all('/:id', otherMethods(['GET']))
  return api
}

interface Waiting {
  readonly journal: Journal
  readonly arrived: () => readonly Entry[]
  readonly count: number
  readonly wait: number
  readonly signal: AbortSignal
  readonly clock?: Clock
}

/** Resolves when enough have arrived, the time is up, the client leaves or the journal closes. */
function untilArrived({
  journal,
  arrived,
  count,
  wait,
  signal,
  clock = realClock,
}: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const isOver = (): boolean => signal.aborted || journal.isClosed || arrived().length >= count
    if (isOver()) return resolve()
    const end = (): void => {
      clock.clearTimeout(timer)
      signal.removeEventListener('abort', end)
      unsubscribe()
      resolve()
    }
    const timer = clock.setTimeout(end, wait)
    signal.addEventListener('abort', end)
    const unsubscribe = journal.subscribe((change) => {
      if (change !== 'completion' && isOver()) end()
    })
  })
}

function notFound(id: string): Problem {
  const detail = `The journal has no request \`${id.slice(0, 100)}\`: it was cleared, or fell out. GET /api/request lists those there are.`
  return new Problem('request-not-found', detail)
}
