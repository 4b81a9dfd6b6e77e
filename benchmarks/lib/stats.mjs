// What many measurements come to.

/** The value below which this share of the values lies, by nearest rank. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

export function median(values) {
  return percentile(values, 0.5)
}

/** The median of the rounds, with the lowest and the highest of them. */
export function summarize(values) {
  return {
    median: median(values),
    lowest: Math.min(...values),
    highest: Math.max(...values),
    values,
  }
}
