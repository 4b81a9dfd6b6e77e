// The requests to show: those that match the filter and the range of seconds, in the live journal
// or in the paused one.
import { computed, signal } from '@preact/signals'
import { connection, emptied, type LiveJournal, liveJournal } from '../../api/live-journal.ts'
import { secondOf } from '../../api/tally.ts'
import { route } from '../../shell/route.ts'
import { createFilter } from './filter.ts'

interface Pause {
  readonly journal: LiveJournal
  /** The time of the pause, in milliseconds since 1970, by the clock of the service. */
  readonly at: number
}

/** Seconds since 1970, both inclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The text of the filter. */
export const searched = signal('')
export const range = signal<Range | undefined>(undefined)
export const pause = signal<Pause | undefined>(undefined)

/** The id of the open request. */
export const openId = computed(() => (route.value.view === 'requests' ? route.value.id : undefined))
export const shownJournal = computed(() => pause.value?.journal ?? liveJournal.value)
/** The number of requests that arrived since the pause. */
export const missed = computed(() => liveJournal.value.arrivals - shownJournal.value.arrivals)
const filter = computed(() => createFilter(searched.value))
/** The rows that match the filter, from all seconds, in the order of their ids. */
export const found = computed(() => {
  const { rows } = shownJournal.value
  return searched.value.trim() === '' ? rows : rows.filter(filter.value)
})
/** The rows to show, in the order of their ids. */
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

/** Resets the range and empties a paused list, after the journal was cleared. */
export function showNothing(): void {
  range.value = undefined
  if (pause.peek()) pause.value = { journal: emptied(liveJournal.peek()), at: serviceTime() }
}

/** Returns the time in milliseconds since 1970, by the clock of the service. */
export function serviceTime(): number {
  return Date.now() - connection.peek().clockAhead
}
