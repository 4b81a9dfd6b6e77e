// What an endpoint answers without rules, as rules see it.
import type { Answer } from '../model/answer.ts'

export interface Normal extends Answer {
  /** Milliseconds. */
  readonly delay: number
  /** The data, when the status has no body to send it in. */
  readonly unsent?: string
}
