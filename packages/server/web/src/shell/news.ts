// How many requests have come that nobody has looked at yet.
import { computed, signal } from '@preact/signals'
import { connection, liveJournal } from '../api/live-journal.ts'

const openedAt = Date.now()
/** The id of the last request that was looked at. */
const seen = signal(0)

/** Since the page was opened, or the requests were last shown; as far back as the page knows them. */
export const newRequests = computed(() => {
  const since = openedAt - connection.value.clockAhead
  const { rows } = liveJournal.value
  const before = rows.findLastIndex(({ id, receivedAt }) => id <= seen.value || receivedAt < since)
  return rows.length - 1 - before
})

export function markSeen(): void {
  seen.value = liveJournal.value.rows.at(-1)?.id ?? seen.peek()
}
