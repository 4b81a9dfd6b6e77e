// The endpoints that are listed: a part of them, in short, read again while somebody looks.
import type { EndpointSummary, SummaryQuery } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { control, messageOf } from '../api/control.ts'

/** What the names contain that are listed, in upper or lower case. */
export const search = signal('')
export const listed = signal<readonly EndpointSummary[]>([])
/** The name after which the list goes on; `null` when all are listed. */
export const next = signal<string | null>(null)
/** How many endpoints match the search; `undefined` when counting them would take too long. */
export const matching = signal<number | undefined>(undefined)
/** Why the list could not be read. */
export const listError = signal<string | undefined>(undefined)
/** How many endpoints there are, whatever is searched for; `undefined` before it is known. */
export const total = signal<number | undefined>(undefined)
/** Whether the first list has come. */
export const isReady = signal(false)

/** How many more are shown at a time. */
const step = 50
/** As many as the service gives at once. */
const mostAtOnce = 1000

/** How many rows are asked for. */
let wanted = step
let reading: AbortController | undefined

/** Reads as much of the list as is shown. What was asked for before is no longer waited for. */
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

/** Lists what has this in its name, from the start. */
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

/** A page may be short, or empty, and still have a next one. */
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
