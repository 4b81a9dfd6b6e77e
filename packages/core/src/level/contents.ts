// The facts about its database that a store keeps in memory.
import type { Format } from './records.ts'
import type { Rules } from './rules.ts'

export interface Contents {
  /** The number of endpoints. */
  readonly count: number
  readonly format: Format
  readonly rules: Rules
}
