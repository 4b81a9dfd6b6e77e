// The journal as this tab knows it: the newest requests, and the cursor of the last event.
import { signal } from '@preact/signals'
import type { RequestRow } from './request-row.ts'
import { type Tallies, withRows } from './tally.ts'

export interface LiveJournal {
  /** The newest requests in the order of their ids, at most 1,000. */
  readonly rows: readonly RequestRow[]
  /** The cursor of the last event included. `undefined` before the first one. */
  readonly cursor: string | undefined
  /** The number of requests that have arrived since the page was opened. */
  readonly arrivals: number
  /**
   * The id of the last request before a gap: the service's journal dropped the next ones before
   * they were read. `undefined` if there is no gap in `rows`.
   */
  readonly gapAfter: number | undefined
  /** Counts of the requests before `rows`. A busy minute has more requests than are kept. */
  readonly earlier: Tallies
  /** Requests with lower ids were cleared, although the stream may still deliver some of them. */
  readonly clearedBefore: number
}

/** Changes of the journal. */
export interface Batch {
  readonly cursor: string | undefined
  /** Whether all requests known before are gone. */
  readonly isReset: boolean
  /** Whether the service's journal dropped requests before they were read. */
  readonly hasGap: boolean
  readonly rows: readonly RequestRow[]
  /** The service's journal has dropped the pending requests with lower ids. */
  readonly forgottenBefore?: number
}

/** The state of the stream. If it is `lost`, it is opened again. If it is `refused`, it is not. */
export interface Connection {
  readonly status: 'connecting' | 'live' | 'lost' | 'refused'
  readonly reason?: string
  /** Milliseconds by which this machine's clock is ahead of the service's. */
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

/** The default limit of the service's own journal. */
const capacity = 1000

/** Returns the journal with the changes of a batch. */
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

/** Returns the journal after all requests before that id were cleared. */
export function withoutBefore(journal: LiveJournal, id: number): LiveJournal {
  const rows = journal.rows.filter((row) => row.id >= id)
  return { ...emptied(journal), rows, clearedBefore: id }
}

/** Returns the journal without requests. Ids may start again at 1. */
export function emptied(journal: LiveJournal): LiveJournal {
  return { ...journal, rows: [], gapAfter: undefined, earlier: new Map(), clearedBefore: 0 }
}

interface Merged {
  /** The requests that were known before and still are, in their current state. */
  readonly rows: readonly RequestRow[]
  readonly added: readonly RequestRow[]
}

function mergeRows({ rows: before, clearedBefore }: LiveJournal, batch: Batch): Merged {
  const changed = new Map(batch.rows.map((row) => [row.id, row]))
  const { forgottenBefore = batch.hasGap ? Number.POSITIVE_INFINITY : 0 } = batch
  // No event reports the end of a pending request that was dropped. One that was not dropped comes
  // back when it ends.
  const isKnown = (row: RequestRow): boolean =>
    row.id >= forgottenBefore || row.outcome !== 'pending' || changed.has(row.id)
  // Rows that were dropped here to make room for others were counted when they were dropped.
  const first = before.length === capacity ? (before[0]?.id ?? 0) : 0
  const rows = before.filter(isKnown).map((row) => {
    const now = changed.get(row.id)
    changed.delete(row.id)
    return now ?? row
  })
  const oldest = Math.max(first, clearedBefore)
  return { rows, added: [...changed.values()].filter(({ id }) => id >= oldest) }
}
