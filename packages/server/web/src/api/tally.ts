// Counts the requests of each second by their outcome and status.
import type { RequestRow } from './request-row.ts'

/** The kinds of requests, in the order from the bottom of a bar to its top. */
export const kinds = ['s2', 's3', 's4', 's5', 'unmatched', 'other'] as const

export type Kind = (typeof kinds)[number]
export type Tally = Readonly<Partial<Record<Kind, number>>>
/** The tally of each second since 1970. */
export type Tallies = ReadonlyMap<number, Tally>

/** In seconds: twice as far back as the chart shows, for a chart that is paused. */
const kept = 120

function kindOf({ outcome, statusCode }: RequestRow): Kind {
  if (outcome === 'unmatched') return 'unmatched'
  const kind = kinds.find((one) => one === `s${Math.floor((statusCode ?? 0) / 100)}`)
  return kind ?? 'other'
}

export function secondOf({ receivedAt }: RequestRow): number {
  return Math.floor(receivedAt / 1000)
}

/** Returns the tallies with these rows added, without the seconds that are too old. */
export function withRows(before: Tallies, rows: readonly RequestRow[]): Tallies {
  const tallies = new Map(before)
  for (const row of rows) {
    const second = secondOf(row)
    const kind = kindOf(row)
    const tally = tallies.get(second) ?? {}
    tallies.set(second, { ...tally, [kind]: (tally[kind] ?? 0) + 1 })
  }
  const oldest = Math.max(...tallies.keys()) - kept
  for (const second of tallies.keys()) if (second < oldest) tallies.delete(second)
  return tallies
}
