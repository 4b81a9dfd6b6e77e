// What a mock tells of itself without a promise, under symbols: for matchers and test runners, which
// cannot wait. The symbols are the registry's, as a copy of this module may be loaded too.
import type { ReceivedRequests } from './requests/received-requests.ts'
import type { RuleState } from './rules/rule-state.ts'

/**
 * The key under which a mock, and the handles of its endpoints, tell their requests without a
 * promise: `() => ReceivedRequests`. For matchers, which are synchronous.
 */
export const requestsNow: unique symbol = Symbol.for('mock-endpoint.requests')

/**
 * The key under which a mock tells the temporary rules that have requests left to answer, but for
 * those of its options: `() => RuleState[]`.
 */
export const unusedRulesNow: unique symbol = Symbol.for('mock-endpoint.unused-rules')

/** The key under which a mock tells what became of its response functions: `() => AnswerFailure[]`. */
export const responseFailuresNow: unique symbol = Symbol.for('mock-endpoint.response-failures')

/**
 * The key under which a mock tells its seed, if a chance or a range was drawn from it since the last
 * reset: `() => number | undefined`.
 */
export const drawnSeedNow: unique symbol = Symbol.for('mock-endpoint.drawn-seed')

/** A response function that threw, or that returned no response. */
export interface ResponseFailure {
  /** The id of the request. It was answered with 500 `response-failed`. */
  readonly request: number
  /** What went wrong, in words. */
  readonly message: string
  /** What was thrown. */
  readonly cause: unknown
}

/** What a mock tells without a promise. */
export interface InProcess {
  /** The requests so far. */
  readonly [requestsNow]: () => ReceivedRequests
  /** The temporary rules that have requests left to answer. */
  readonly [unusedRulesNow]: () => readonly RuleState[]
  /** The response functions that threw, or answered something that cannot be sent. */
  readonly [responseFailuresNow]: () => readonly ResponseFailure[]
  /** The seed, if anything was drawn from it since the last reset. */
  readonly [drawnSeedNow]: () => number | undefined
}
