// How often a check is repeated: few in CI, many by hand, or as often as the command line says.

interface Counts {
  /** In CI. */
  readonly short: number
  /** With `--long`. */
  readonly long: number
}

/** Set by `npm run test:reliability -- <name> <count>` and `--long`. */
export function count({ short, long }: Counts): number {
  const asked = process.env['RELIABILITY_COUNT']
  if (asked) return Number(asked)
  return process.env['RELIABILITY_LONG'] ? long : short
}
