// The number of requests that the user has not seen yet.
import { computed, signal } from '@preact/signals'
import { connection, liveJournal } from '../api/live-journal.ts'
import { cameAfter, type RequestRow } from '../api/request-row.ts'

const openedAt = Date.now()
/** The last request that the user has seen. */
const seen = signal<RequestRow | undefined>(undefined)

/** Counted since the page was opened or last showed requests, as far back as the rows go. */
export const newRequests = computed(() => {
  const since = openedAt - connection.value.clockAhead
  const { rows } = liveJournal.value
  const before = rows.findLastIndex((row) => !cameAfter(row, seen.value) || row.receivedAt < since)
  return rows.length - 1 - before
})

export function markSeen(): void {
  seen.value = liveJournal.value.rows.at(-1) ?? seen.peek()
}
