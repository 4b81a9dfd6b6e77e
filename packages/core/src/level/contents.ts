// What a store knows of its database without reading it.
import type { Format } from './records.ts'
import type { Rules } from './rules.ts'

export interface Contents {
  /** How many endpoints there are. */
  readonly count: number
  readonly format: Format
  readonly rules: Rules
}
