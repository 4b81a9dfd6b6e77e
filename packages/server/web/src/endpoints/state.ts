// The endpoints in the list: summaries of a part of them, read again while the page is visible.
import type { EndpointSummary, SummaryQuery } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { control, messageOf } from '../api/control.ts'

/** The text that the listed names contain, ignoring case. */
export const search = signal('')
export const listed = signal<readonly EndpointSummary[]>([])
/** The name after which the list continues, or `null` if all are listed. */
export const next = signal<string | null>(null)
/** The number of endpoints that match the search. `undefined` if counting would take too long. */
export const matching = signal<number | undefined>(undefined)
/** Why the list could not be read. */
export const listError = signal<string | undefined>(undefined)
/** The number of all endpoints, regardless of the search. `undefined` before it is known. */
export const total = signal<number | undefined>(undefined)
/** Whether the list has been read at least once. */
export const isReady = signal(false)

/** The number of rows that one step adds. */
const step = 50
/** Maximum number of items in a page of the service. */
const mostAtOnce = 1000

/** The number of rows to read. */
let wanted = step
let reading: AbortController | undefined

/** Reads as much of the list as is shown, and cancels an earlier read. */
export async function refresh(): Promise<void> {
  reading?.abort()
  reading = new AbortController()
  const { signal: abort } = reading
  const query = { search: search.peek() }
  try {
    const read = await readRows(query, abort)
    if (abort.aborted) return
    listed.value = read.rows
    next.value = read.next
    matching.value = read.total
    if (query.search === '') total.value = read.total
    listError.value = undefined
    isReady.value = true
  } catch (error) {
    if (!abort.aborted) listError.value = messageOf(error)
  }
}

/** Lists the endpoints with this in their names, from the start. */
export async function find(text: string): Promise<void> {
  search.value = text
  wanted = step
  await refresh()
}

export async function readMore(): Promise<void> {
  if (next.peek() === null) return
  wanted = listed.peek().length + step
  await refresh()
}

interface Read {
  readonly rows: readonly EndpointSummary[]
  readonly next: string | null
  readonly total: number | undefined
}

/** Reads pages until there are enough rows. A page may be short or empty and have a next one. */
async function readRows(query: SummaryQuery, abort: AbortSignal): Promise<Read> {
  const rows: EndpointSummary[] = []
  let after: string | undefined
  let total: number | undefined
  do {
    const limit = Math.min(wanted - rows.length, mostAtOnce)
    const page = await control.listSummaries({ ...query, after, limit }, abort)
    rows.push(...page.endpoints)
    if (after === undefined) total = page.total
    after = page.next ?? undefined
  } while (after !== undefined && rows.length < wanted)
  return { rows, next: after ?? null, total }
}
