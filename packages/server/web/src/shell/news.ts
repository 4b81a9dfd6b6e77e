// How many requests have come that nobody has looked at yet.
import { computed, signal } from '@preact/signals'
import { connection, liveJournal } from '../api/live-journal.ts'
import { cameAfter, type RequestRow } from '../api/request-row.ts'

const openedAt = Date.now()
/** The last request that was looked at. */
const seen = signal<RequestRow | undefined>(undefined)

/** Since the page was opened, or the requests were last shown; as far back as the page knows them. */
export const newRequests = computed(() => {
  const since = openedAt - connection.value.clockAhead
  const { rows } = liveJournal.value
  const before = rows.findLastIndex((row) => !cameAfter(row, seen.value) || row.receivedAt < since)
  return rows.length - 1 - before
})

export function markSeen(): void {
  seen.value = liveJournal.value.rows.at(-1) ?? seen.peek()
}
