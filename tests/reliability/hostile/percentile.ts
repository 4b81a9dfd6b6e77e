// Percentiles of measurements.

/** Returns the value that this share of them, such as 0.99, does not exceed. Of none, returns 0. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** Returns the median, the 99th percentile and the maximum of milliseconds as figures. */
export function spread(name: string, values: readonly number[]): Record<string, string> {
  const show = (share: number): string => `${percentile(values, share).toFixed(1)} ms`
  return { [`${name}, p50`]: show(0.5), [`${name}, p99`]: show(0.99), [`${name}, max`]: show(1) }
}
