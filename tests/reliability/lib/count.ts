// How often a check is repeated: few times in CI, many by hand, or as the command line specifies.

interface Counts {
  /** In CI. */
  readonly short: number
  /** With `--long`. */
  readonly long: number
}

/** Returns the count that `npm run test:reliability -- <name> <count>` and `--long` choose. */
export function count({ short, long }: Counts): number {
  const asked = process.env['RELIABILITY_COUNT']
  if (asked) return Number(asked)
  return process.env['RELIABILITY_LONG'] ? long : short
}
