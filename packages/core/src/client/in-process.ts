// Synchronous methods of a mock, for matchers and test runners, which cannot wait. Their keys are
// symbols of the global registry, because another copy of this module may be loaded too.
import type { ReceivedRequests } from './requests/received-requests.ts'
import type { RuleState } from './rules/rule-state.ts'

/**
 * The key of a method of a mock, and of the handles of its endpoints, that returns their requests:
 * `() => ReceivedRequests`. For matchers, which are synchronous.
 */
export const requestsNow: unique symbol = Symbol.for('mock-endpoint.requests')

/**
 * The key of a method of a mock that returns the temporary rules that have requests left to answer,
 * except the rules of its options: `() => RuleState[]`.
 */
export const unusedRulesNow: unique symbol = Symbol.for('mock-endpoint.unused-rules')

/** The key of a method that returns failures of response functions: `() => ResponseFailure[]`. */
export const responseFailuresNow: unique symbol = Symbol.for('mock-endpoint.response-failures')

/**
 * The key of a method of a mock that returns its seed, if a chance or a range was drawn from it
 * since the last reset: `() => number | undefined`.
 */
export const drawnSeedNow: unique symbol = Symbol.for('mock-endpoint.drawn-seed')

/** A failed call of a response function, which threw or returned an invalid response. */
export interface ResponseFailure {
  /** The id of the request. It was answered with 500 `response-failed`. */
  readonly request: number
  /** A sentence that describes the failure. */
  readonly message: string
  /** The thrown value. */
  readonly cause: unknown
}

/** The synchronous methods of a mock. */
export interface InProcess {
  /** Returns the requests so far. */
  readonly [requestsNow]: () => ReceivedRequests
  /** Returns the temporary rules that have requests left to answer. */
  readonly [unusedRulesNow]: () => readonly RuleState[]
  /** Returns the failed calls of response functions since the last reset. */
  readonly [responseFailuresNow]: () => readonly ResponseFailure[]
  /** Returns the seed, if anything was drawn from it since the last reset. */
  readonly [drawnSeedNow]: () => number | undefined
}
