// Which requests are to be seen: the filter, a range of seconds, and the journal as it was when it
// was paused.
import { computed, signal } from '@preact/signals'
import { connection, emptied, type LiveJournal, liveJournal } from '../../api/live-journal.ts'
import { secondOf } from '../../api/tally.ts'
import { route } from '../../shell/route.ts'
import { createFilter } from './filter.ts'

interface Pause {
  readonly journal: LiveJournal
  /** When it was, by the clock of the service. */
  readonly at: number
}

/** Seconds since 1970, both of which belong to it. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** What is typed into the filter. */
export const searched = signal('')
export const range = signal<Range | undefined>(undefined)
export const pause = signal<Pause | undefined>(undefined)

/** The request that is open. */
export const openId = computed(() => (route.value.view === 'requests' ? route.value.id : undefined))
export const shownJournal = computed(() => pause.value?.journal ?? liveJournal.value)
/** How many have come since it was paused. */
export const missed = computed(() => liveJournal.value.arrivals - shownJournal.value.arrivals)
const filter = computed(() => createFilter(searched.value))
/** Those that match the filter, whenever they came, in the order of their ids. */
export const found = computed(() => {
  const { rows } = shownJournal.value
  return searched.value.trim() === '' ? rows : rows.filter(filter.value)
})
/** Those that are to be seen, in the order of their ids. */
export const matching = computed(() => {
  if (!range.value) return found.value
  const { from, to } = range.value
  return found.value.filter((row) => secondOf(row) >= from && secondOf(row) <= to)
})

export function pauseOrResume(): void {
  const journal = liveJournal.peek()
  pause.value = pause.peek() ? undefined : { journal, at: serviceTime() }
}

export function showAll(): void {
  searched.value = ''
  range.value = undefined
}

/** After a clear: what was paused is gone as well. */
export function showNothing(): void {
  range.value = undefined
  if (pause.peek()) pause.value = { journal: emptied(liveJournal.peek()), at: serviceTime() }
}

/** Milliseconds since 1970, by the clock of the service. */
export function serviceTime(): number {
  return Date.now() - connection.peek().clockAhead
}
