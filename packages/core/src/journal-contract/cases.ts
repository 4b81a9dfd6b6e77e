// What a journal is tested with. A request is named by its query, such as `a1`: the letter is its
// endpoint, and a dash stands for none.
import type { Journal } from '../journal/journal.ts'
import type { Arrival, JournalEntry } from '../journal/recorder.ts'
import type { PageQuery, RequestFilter, RequestPage } from '../journal/view.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { realClock } from '../model/time/clock.ts'

export const answered = { outcome: 'answered', statusCode: 200 } as const

/** A request of that name; the other fields are small unless they are given. */
export function arrival(name: string, fields: Partial<Arrival> = {}): Arrival {
  const endpoint = name.startsWith('-') ? null : name.slice(0, 1)
  return { endpoint, method: 'GET', url: `/endpoint/x?${name}`, headers: [], ...fields }
}

/** Records requests of these names, one after the other. */
export function ask(journal: Journal, names: string): JournalEntry[] {
  return names.split(' ').map((name) => journal.arrive(arrival(name)))
}

/** Records one request of that name. */
export function askOne(journal: Journal, name: string): JournalEntry {
  return journal.arrive(arrival(name))
}

/** The names `a1` to `a<count>`. */
export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `a${i + 1}`)
}

/** The names of the requests on a page. */
export function namesOn({ requests }: RequestPage): string {
  return requests.map(({ query }) => query).join(' ')
}

/** A request as it was told, such as `a1 pending`. */
export function inWords({ query, outcome }: RecordedRequest): string {
  return `${query} ${outcome}`
}

export const mixed = 'a1 -1 b1 a2 -2'

/** Filters, and which of `mixed` pass them. */
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

/** How long a journal may take for what it has to do at once, in milliseconds. */
const patience = 2_000

/** What the promise resolves to, or `late` when it takes too long. */
export function orLate<T, L>(promise: Promise<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = realClock.setTimeout(() => resolve(late), patience)
    promise.then(resolve, reject).finally(() => realClock.clearTimeout(timer))
  })
}

/** A page without a wait. */
export function pageOf(journal: Journal, query?: PageQuery): Promise<RequestPage> {
  return soon(journal.page(query))
}

/** The page, which must come soon. */
export async function soon(page: Promise<RequestPage>): Promise<RequestPage> {
  const found = await orLate(page, undefined)
  if (!found) throw new Error(`page(): expected a page at once, but none came in ${patience} ms`)
  return found
}

/** Lets happen what happens at once. */
export function moment(): Promise<void> {
  return new Promise((resolve) => realClock.setTimeout(resolve, 10))
}
