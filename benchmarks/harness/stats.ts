// What many measurements come to, and how a figure is written.

export interface Summary {
  readonly median: number
  readonly lowest: number
  readonly highest: number
  /** Of each round. */
  readonly values: readonly number[]
}

/** The value below which this share of the values lies, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function summarize(values: readonly number[]): Summary {
  const [median, lowest, highest] = [0.5, 0, 1].map((share) => percentile(values, share))
  return { median, lowest, highest, values } as Summary
}

/** Round by round, as neighbours in time are alike. */
export function compare(
  one: Summary,
  other: Summary,
  how: (one: number, other: number) => number,
): Summary {
  return summarize(one.values.map((value, round) => how(value, other.values[round] ?? Number.NaN)))
}

/** Three digits, and all that stand before the point. */
export function format(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)))
  return value.toFixed(Math.min(digits, 2))
}
