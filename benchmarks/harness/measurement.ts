// What a measurement is: data, which the one runner works on.

/** Named figures, in the order of the columns. A name ends with the unit: `p99, ms`. */
export type Figures = Record<string, number>

/** A contender that has been started. */
export interface Running {
  measure(load: string): Promise<Figures>
  stop?(): Promise<void>
}

/** By name. */
export type Contenders = Readonly<Record<string, () => Promise<Running>>>

/** Contenders that take turns under each load. There is a table for each load. */
export interface Part {
  readonly title: string
  readonly contenders: Contenders
  /** Default: one without a name. */
  readonly loads?: readonly string[]
  readonly rounds: number
  /** How often all are started anew: two processes of one program differ. Default: 1. */
  readonly generations?: number
}

/** A figure of one contender, alone or against another's, and what is wanted of it. */
export interface Target {
  /** The part's title and, after a comma, the load. */
  readonly table: string
  readonly figure: string
  readonly of: string
  /** Who it is compared with. Of several the one whose figure is highest. */
  readonly to?: string | readonly string[]
  /** What of the rounds. With `to`: of the ratio of each round. Default: `median`. */
  readonly take?: 'median' | 'lowest' | 'highest' | 'difference'
  readonly atLeast?: number
  readonly atMost?: number
  /** Missing it fails the run. Not for times, which depend on how busy the machine is. */
  readonly isHard?: boolean
}

/** A bar for each contender of these tables; a later table replaces an earlier one's. */
export interface Chart {
  readonly title: string
  readonly tables: readonly string[]
  readonly figure: string
}

interface Plan {
  /** For a machine that has other things to do: few rounds, and no peers to install. */
  readonly isShort: boolean
  /** A folder on a disk, which is removed afterwards. */
  readonly folder: string
  readonly say: (progress: string) => void
}

export interface Measurement {
  readonly title: string
  readonly legend: string
  /** Whether the full form compares with what is installed in `peers`. */
  readonly needsPeers?: boolean
  readonly parts: (plan: Plan) => readonly Part[] | Promise<readonly Part[]>
  readonly targets: readonly Target[]
  readonly chart?: Chart
}

/** Contenders that start anew each time they are measured. */
export function eachTime(
  names: readonly string[],
  measure: (name: string) => Promise<Figures>,
): Contenders {
  return Object.fromEntries(
    names.map((name) => [name, async () => ({ measure: () => measure(name) })]),
  )
}

/** How our rate and our processor time compare with another's: both are 1 when they are equal. */
export function shareOf(table: string, of: string, to: string, atLeast?: number): Target[] {
  const asked = atLeast === undefined ? {} : { atLeast }
  return [
    { table, figure: '1/s', of, to, ...asked },
    { table, figure: 'cpu, µs', of: to, to: of, ...asked },
  ]
}
