// What a mock server has to tell when a test ends.
import {
  drawnSeedNow,
  type InProcess,
  type ReceivedRequest,
  type ResponseFailure,
  type RuleState,
  requestsNow,
  responseFailuresNow,
  unusedRulesNow,
} from '@mock-endpoint/core/client'

export interface Seen {
  readonly requests: readonly ReceivedRequest[]
  /** Temporary rules that have requests left to answer. */
  readonly unusedRules: readonly RuleState[]
  /** What went wrong in functions that answer. */
  readonly failures: readonly ResponseFailure[]
  /** The seed, if something was drawn from it. */
  readonly seed: number | undefined
}

/** As it is now. */
export function see(mock: InProcess): Seen {
  return {
    requests: mock[requestsNow](),
    unusedRules: mock[unusedRulesNow](),
    failures: [...mock[responseFailuresNow]()],
    seed: mock[drawnSeedNow](),
  }
}
