// What a mock server has to tell when a test ends.
import {
  type AnswerFailure,
  answerFailuresNow,
  drawnSeedNow,
  type InProcess,
  type ReceivedRequest,
  type RuleState,
  requestsNow,
  unusedRulesNow,
} from '@mock-endpoint/core/client'

export interface Seen {
  readonly requests: readonly ReceivedRequest[]
  /** Rules with an end that have requests left to answer. */
  readonly unusedRules: readonly RuleState[]
  /** What went wrong in functions that answer. */
  readonly failures: readonly AnswerFailure[]
  /** The seed, if something was drawn from it. */
  readonly seed: number | undefined
}

/** As it is now. */
export function see(mock: InProcess): Seen {
  return {
    requests: mock[requestsNow](),
    unusedRules: mock[unusedRulesNow](),
    failures: [...mock[answerFailuresNow]()],
    seed: mock[drawnSeedNow](),
  }
}
