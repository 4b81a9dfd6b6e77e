// The journal as this tab knows it: the newest requests, and how far they reach.
import { signal } from '@preact/signals'
import type { RequestRow } from './request-row.ts'
import { type Tallies, withRows } from './tally.ts'

export interface LiveJournal {
  /** In the order of their ids, at most 1,000. */
  readonly rows: readonly RequestRow[]
  /** The id of the last event that is in here; `undefined` before there is one. */
  readonly cursor: string | undefined
  /** How many requests have come since the page was opened. */
  readonly arrivals: number
  /**
   * The id of the last request before some that fell out of the service's journal unseen;
   * `undefined` when none are missing between those that are here.
   */
  readonly gapAfter: number | undefined
  /** What came before `rows`, counted: a busy minute has more requests than are kept. */
  readonly earlier: Tallies
  /** Requests with lower ids were cleared, though the stream may still tell of some. */
  readonly clearedBefore: number
}

/** What changed. */
export interface Batch {
  readonly cursor: string | undefined
  /** Whether all that was known before is gone. */
  readonly isReset: boolean
  /** Whether requests fell out of the service's journal before they were read. */
  readonly hasGap: boolean
  readonly rows: readonly RequestRow[]
  /** What is pending and has a lower id fell out of the service's journal. */
  readonly forgottenBefore?: number
}

/** How the stream is. `lost`: it is being opened again. `refused`: it is not. */
export interface Connection {
  readonly status: 'connecting' | 'live' | 'lost' | 'refused'
  readonly reason?: string
  /** How far this machine's clock is ahead of the service's, in milliseconds. */
  readonly clockAhead: number
}

export const connection = signal<Connection>({ status: 'connecting', clockAhead: 0 })
export const liveJournal = signal<LiveJournal>({
  rows: [],
  cursor: undefined,
  arrivals: 0,
  gapAfter: undefined,
  earlier: new Map(),
  clearedBefore: 0,
})

/** As many as the service's own journal keeps. */
const capacity = 1000

/** The journal with what changed. */
export function withBatch(journal: LiveJournal, batch: Batch): LiveJournal {
  const before = batch.isReset ? emptied(journal) : journal
  const { rows, added } = mergeRows(before, batch)
  const all = added.length > 0 ? [...rows, ...added].sort((a, b) => a.id - b.id) : rows
  const kept = all.slice(-capacity)
  const gone = all.slice(0, -capacity)
  const gapAfter = batch.hasGap ? rows.at(-1)?.id : before.gapAfter
  const hasGap = gapAfter !== undefined && (kept[0]?.id ?? gapAfter) <= gapAfter
  return {
    rows: kept,
    cursor: batch.cursor,
    arrivals: journal.arrivals + added.length,
    gapAfter: hasGap ? gapAfter : undefined,
    earlier: gone.length > 0 ? withRows(before.earlier, gone) : before.earlier,
    clearedBefore: before.clearedBefore,
  }
}

/** The journal when all requests before that id were cleared. */
export function withoutBefore(journal: LiveJournal, id: number): LiveJournal {
  const rows = journal.rows.filter((row) => row.id >= id)
  return { ...emptied(journal), rows, clearedBefore: id }
}

/** With no requests; ids may begin anew. */
export function emptied(journal: LiveJournal): LiveJournal {
  return { ...journal, rows: [], gapAfter: undefined, earlier: new Map(), clearedBefore: 0 }
}

interface Merged {
  /** Those that were known and still are, as they now stand. */
  readonly rows: readonly RequestRow[]
  readonly added: readonly RequestRow[]
}

function mergeRows({ rows: before, clearedBefore }: LiveJournal, batch: Batch): Merged {
  const changed = new Map(batch.rows.map((row) => [row.id, row]))
  const { forgottenBefore = batch.hasGap ? Number.POSITIVE_INFINITY : 0 } = batch
  // Nobody tells the end of what fell out while it waited. What still waits comes back when it ends.
  const isKnown = (row: RequestRow): boolean =>
    row.id >= forgottenBefore || row.outcome !== 'pending' || changed.has(row.id)
  // What has fallen out here, for others that came, was counted then.
  const first = before.length === capacity ? (before[0]?.id ?? 0) : 0
  const rows = before.filter(isKnown).map((row) => {
    const now = changed.get(row.id)
    changed.delete(row.id)
    return now ?? row
  })
  const oldest = Math.max(first, clearedBefore)
  return { rows, added: [...changed.values()].filter(({ id }) => id >= oldest) }
}
