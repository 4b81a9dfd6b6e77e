// Summaries of many measurements, and the text of a figure.

export interface Summary {
  readonly median: number
  readonly lowest: number
  readonly highest: number
  /** The value of each round. */
  readonly values: readonly number[]
}

/** Returns the value below which this share (0 to 1) of the values lies, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function summarize(values: readonly number[]): Summary {
  const [median, lowest, highest] = [0.5, 0, 1].map((share) => percentile(values, share))
  return { median, lowest, highest, values } as Summary
}

/** Compares values of the same round, because measurements close in time are alike. */
export function compare(
  one: Summary,
  other: Summary,
  how: (one: number, other: number) => number,
): Summary {
  return summarize(one.values.map((value, round) => how(value, other.values[round] ?? Number.NaN)))
}

/** Formats three digits, with at most two after the decimal point and all before it. */
export function format(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)))
  return value.toFixed(Math.min(digits, 2))
}
