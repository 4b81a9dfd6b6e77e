// Whether a measurement reached its targets.
import type { Target } from './measurement.ts'
import type { Tables } from './runner.ts'
import { compare, format, type Summary } from './stats.ts'

export interface Verdict {
  readonly name: string
  readonly found: Summary
  readonly measured: number
  readonly asked: string
  readonly isReached: boolean
  readonly isHard: boolean
}

export const verdictHeader = ['figure', 'measured', 'lowest', 'highest', 'asked', '']

export function toRow({ name, found, measured, asked, isReached }: Verdict): string[] {
  const figures = [measured, found.lowest, found.highest].map(format)
  return [name, ...figures, asked, asked && (isReached ? 'reached' : 'NOT reached')]
}

/** Returns an empty array if one of the contenders did not take part. */
export function judge(target: Target, tables: Tables): Verdict[] {
  const { table, figure, of, to, take = 'median', atLeast, atMost, isHard = false } = target
  const figureOf = (contender: string) => tables[table]?.[contender]?.[figure]
  const other = [to ?? []]
    .flat()
    .filter((contender) => figureOf(contender) !== undefined)
    .sort((a, b) => (figureOf(b)?.median ?? 0) - (figureOf(a)?.median ?? 0))[0]
  const [one, against] = [figureOf(of), other === undefined ? undefined : figureOf(other)]
  if (one === undefined || (to !== undefined && against === undefined)) return []

  const isDifference = take === 'difference'
  const how = (a: number, b: number) => (isDifference ? a - b : a / b)
  const found = against === undefined ? one : compare(one, against, how)
  const measured = found[isDifference ? 'median' : take]
  const name = `${table}, ${figure}: ${of}${other ? ` ${isDifference ? '−' : '/'} ${other}` : ''}`
  const asked =
    atLeast !== undefined
      ? `at least ${format(atLeast)}`
      : atMost !== undefined
        ? `at most ${format(atMost)}`
        : ''
  const isReached = measured >= (atLeast ?? -Infinity) && measured <= (atMost ?? Infinity)
  return [{ name, found, measured, asked, isReached, isHard }]
}
