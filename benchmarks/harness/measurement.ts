// Types of a measurement, which is data for the runner.

/** Named figures, in the order of the columns. A name ends with the unit: `p99, ms`. */
export type Figures = Record<string, number>

/** A contender that has been started. */
export interface Running {
  measure(load: string): Promise<Figures>
  stop?(): Promise<void>
}

/** Functions that start the contenders, by name. */
export type Contenders = Readonly<Record<string, () => Promise<Running>>>

/** Contenders that take turns under each load. There is a table for each load. */
export interface Part {
  readonly title: string
  readonly contenders: Contenders
  /** Default: one load without a name. */
  readonly loads?: readonly string[]
  readonly rounds: number
  /** How often all are started, because two processes of one program differ. Default: 1. */
  readonly generations?: number
}

/** A required value of one contender's figure, or of its comparison with another's. */
export interface Target {
  /** The part's title and, if the load has a name, a comma and the load. */
  readonly table: string
  readonly figure: string
  readonly of: string
  /** The contender to compare with. Of several, the one with the highest median figure. */
  readonly to?: string | readonly string[]
  /** The value taken from the rounds. With `to`, from their ratios. Default: `median`. */
  readonly take?: 'median' | 'lowest' | 'highest' | 'difference'
  readonly atLeast?: number
  readonly atMost?: number
  /** Whether missing it fails the run. Not for times, which depend on the machine's other work. */
  readonly isHard?: boolean
}

/** A bar for each contender of these tables. A later table replaces a bar with the same label. */
export interface Chart {
  readonly title: string
  readonly tables: readonly string[]
  readonly figure: string
}

interface Plan {
  /** Whether to use few rounds and no peers, for a machine that has other work to do. */
  readonly isShort: boolean
  /** The path of a folder on a disk, which is removed afterwards. */
  readonly folder: string
  readonly say: (progress: string) => void
}

export interface Measurement {
  readonly title: string
  readonly legend: string
  /** Whether the full form compares with the packages installed in `peers`. */
  readonly needsPeers?: boolean
  readonly parts: (plan: Plan) => readonly Part[] | Promise<readonly Part[]>
  readonly targets: readonly Target[]
  readonly chart?: Chart
}

/** Returns contenders that start again each time they are measured. */
export function eachTime(
  names: readonly string[],
  measure: (name: string) => Promise<Figures>,
): Contenders {
  return Object.fromEntries(
    names.map((name) => [name, async () => ({ measure: () => measure(name) })]),
  )
}

/** Returns targets for our rate and processor time against another's, both 1 if equal. */
export function shareOf(table: string, of: string, to: string, atLeast?: number): Target[] {
  const asked = atLeast === undefined ? {} : { atLeast }
  return [
    { table, figure: '1/s', of, to, ...asked },
    { table, figure: 'cpu, µs', of: to, to: of, ...asked },
  ]
}
