// Test data and helpers for journals. The name of a request is its query, such as `a1`. The letter
// is its endpoint, and a dash means no endpoint.
import type { Journal } from '../journal/journal.ts'
import type { Arrival, JournalEntry } from '../journal/recorder.ts'
import type { PageQuery, RequestFilter, RequestPage } from '../journal/view.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { realClock } from '../model/time/clock.ts'

export const answered = { outcome: 'answered', statusCode: 200 } as const

/** Returns a request with this name. The other fields are small unless they are given. */
export function arrival(name: string, fields: Partial<Arrival> = {}): Arrival {
  const endpoint = name.startsWith('-') ? null : name.slice(0, 1)
  return { endpoint, method: 'GET', url: `/endpoint/x?${name}`, headers: [], ...fields }
}

/** Records requests with these names, one after another. */
export function ask(journal: Journal, names: string): JournalEntry[] {
  return names.split(' ').map((name) => journal.arrive(arrival(name)))
}

/** Records one request with this name. */
export function askOne(journal: Journal, name: string): JournalEntry {
  return journal.arrive(arrival(name))
}

/** Returns the names `a1` to `a<count>`. */
export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `a${i + 1}`)
}

/** Returns the names of the requests on a page. */
export function namesOn({ requests }: RequestPage): string {
  return requests.map(({ query }) => query).join(' ')
}

/** Returns the name and the outcome of a request, such as `a1 pending`. */
export function inWords({ query, outcome }: RecordedRequest): string {
  return `${query} ${outcome}`
}

export const mixed = 'a1 -1 b1 a2 -2'

/** Filters, each with the requests of `mixed` that pass it. */
export const filters: [RequestFilter, string][] = [
  [{}, mixed],
  [{ endpoint: undefined, unmatched: undefined }, mixed],
  [{ endpoint: 'a' }, 'a1 a2'],
  [{ endpoint: 'b', unmatched: false }, 'b1'],
  [{ unmatched: true }, '-1 -2'],
  [{ unmatched: false }, 'a1 b1 a2'],
  [{ endpoint: 'a', unmatched: true }, ''],
  [{ endpoint: 'c' }, ''],
]

/** Milliseconds that a journal may take for work that it must do at once. */
const patience = 2_000

/** Resolves to the value of the promise, or to `late` when it takes too long. */
export function orLate<T, L>(promise: Promise<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = realClock.setTimeout(() => resolve(late), patience)
    promise.then(resolve, reject).finally(() => realClock.clearTimeout(timer))
  })
}

/** Reads a page without a wait. */
export function pageOf(journal: Journal, query?: PageQuery): Promise<RequestPage> {
  return soon(journal.page(query))
}

/** Resolves to the page. Rejects if it does not come soon. */
export async function soon(page: Promise<RequestPage>): Promise<RequestPage> {
  const found = await orLate(page, undefined)
  if (!found) throw new Error(`page(): expected a page at once, but none came in ${patience} ms`)
  return found
}

/** Waits 10 ms, so that everything that happens at once has happened. */
export function moment(): Promise<void> {
  return new Promise((resolve) => realClock.setTimeout(resolve, 10))
}
