// Which requests are to be seen: the filter, and the journal as it was when it was paused.
import type { Outcome } from '@mock-endpoint/core/client'
import { computed, signal } from '@preact/signals'
import { connection, type LiveJournal, liveJournal } from '../api/live-journal.ts'
import type { RequestRow } from '../api/request-row.ts'
import { route } from '../shell/route.ts'

interface Pause {
  readonly journal: LiveJournal
  /** When it was, by the clock of the service. */
  readonly at: number
}

/** Part of an endpoint's name, of a path or of a method. */
export const searched = signal('')
/** `all`, or the outcome that is to be seen. */
export const outcome = signal<Outcome | 'all'>('all')
export const pause = signal<Pause | undefined>(undefined)

/** The request that is open. */
export const openId = computed(() => (route.value.view === 'requests' ? route.value.id : undefined))
export const shownJournal = computed(() => pause.value?.journal ?? liveJournal.value)
/** How many have come since it was paused. */
export const missed = computed(() => liveJournal.value.arrivals - shownJournal.value.arrivals)
/** Those that match, in the order of their ids. */
export const matching = computed(() => {
  const { rows } = shownJournal.value
  const wanted = searched.value.trim().toLowerCase()
  if (wanted === '' && outcome.value === 'all') return rows
  return rows.filter((row) => matches(row, wanted, outcome.value))
})

export function pauseOrResume(): void {
  const journal = liveJournal.peek()
  pause.value = pause.peek() ? undefined : { journal, at: serviceTime() }
}

export function showAll(): void {
  searched.value = ''
  outcome.value = 'all'
}

/** Milliseconds since 1970, by the clock of the service. */
export function serviceTime(): number {
  return Date.now() - connection.peek().clockAhead
}

function matches(row: RequestRow, wanted: string, only: Outcome | 'all'): boolean {
  if (only !== 'all' && row.outcome !== only) return false
  const text = `${row.method} ${row.path}${row.query} ${row.endpoint ?? ''}`
  return wanted === '' || text.toLowerCase().includes(wanted)
}
