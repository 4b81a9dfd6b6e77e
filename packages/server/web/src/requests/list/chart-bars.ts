// The number of requests in each second of the last minute, as bars and in words.
import type { RequestRow } from '../../api/request-row.ts'
import { type Kind, kinds, secondOf, type Tallies, type Tally, withRows } from '../../api/tally.ts'

/** Number of seconds that the chart shows. */
export const span = 60
export const height = 48
/** Room above the highest bar. */
const top = 4

export interface Bar {
  readonly second: number
  readonly tally: Tally
  readonly total: number
}

interface Shown {
  readonly rows: readonly RequestRow[]
  readonly earlier: Tallies
  /** In milliseconds since 1970, by the clock of the service. */
  readonly now: number
}

/** Returns a bar for each second, oldest first, up to the newest row even if clocks differ. */
export function barsOf({ rows, earlier, now }: Shown): readonly Bar[] {
  const newest = rows.at(-1)
  const last = Math.max(Math.floor(now / 1000), newest ? secondOf(newest) : 0)
  const first = last - span + 1
  const from = rows.findIndex((row) => secondOf(row) >= first)
  const tallies = withRows(earlier, from === -1 ? [] : rows.slice(from))
  return Array.from({ length: span }, (_, i) => {
    const tally = tallies.get(first + i) ?? {}
    return { second: first + i, tally, total: Object.values(tally).reduce((a, b) => a + b, 0) }
  })
}

export function highest(bars: readonly Bar[]): number {
  return Math.max(...bars.map(({ total }) => total))
}

/** Returns the data of one SVG path for each kind. A second is one unit wide. */
export function pathsOf(bars: readonly Bar[]): readonly (readonly [kind: Kind, path: string])[] {
  const unit = (height - top) / Math.max(highest(bars), 4)
  const paths = new Map<Kind, string>()
  bars.forEach(({ tally }, i) => {
    let y = height
    for (const kind of kinds) {
      const high = (tally[kind] ?? 0) * unit
      if (high === 0) continue
      y -= high
      paths.set(kind, `${paths.get(kind) ?? ''}M${i} ${round(y)}h.8v${round(high)}h-.8z`)
    }
  })
  return [...paths]
}

const names: Readonly<Record<Kind, string>> = {
  s2: '2xx',
  s3: '3xx',
  s4: '4xx',
  s5: '5xx',
  unmatched: 'unmatched',
  other: 'pending or aborted',
}

/** Returns a text such as `12 requests: 10 2xx, 2 unmatched`. */
export function describe(bars: readonly Bar[]): string {
  const total = bars.reduce((sum, bar) => sum + bar.total, 0)
  const parts = kinds
    .map((kind) => [names[kind], bars.reduce((sum, { tally }) => sum + (tally[kind] ?? 0), 0)])
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${count} ${name}`)
  const requests = `${total} ${total === 1 ? 'request' : 'requests'}`
  return parts.length === 0 ? requests : `${requests}: ${parts.join(', ')}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
