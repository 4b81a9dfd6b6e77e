// The state of a mock server that is reported when a test ends.
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
  /** The failed calls of response functions. */
  readonly failures: readonly ResponseFailure[]
  /** The seed, if a chance or a range was drawn from it. */
  readonly seed: number | undefined
}

/** Returns the present state of a mock. */
export function see(mock: InProcess): Seen {
  return {
    requests: mock[requestsNow](),
    unusedRules: mock[unusedRulesNow](),
    failures: [...mock[responseFailuresNow]()],
    seed: mock[drawnSeedNow](),
  }
}
