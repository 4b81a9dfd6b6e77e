// The middle, the end and the worst of what was measured.

/** The value that this share of them does not exceed, such as 0.99; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** Milliseconds as figures. */
export function spread(name: string, values: readonly number[]): Record<string, string> {
  const show = (share: number): string => `${percentile(values, share).toFixed(1)} ms`
  return { [`${name}, p50`]: show(0.5), [`${name}, p99`]: show(0.99), [`${name}, max`]: show(1) }
}
