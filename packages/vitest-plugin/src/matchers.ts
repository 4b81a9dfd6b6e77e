// Matchers for the requests of a mock. They are synchronous, because an asynchronous one that is
// not awaited would pass silently.
import {
  describeRequests,
  type ReceivedRequest,
  type ReceivedRequests,
  type RuleState,
  requestsNow,
  unusedRulesNow,
} from '@mock-endpoint/core/client'
import { describeRules } from './matchers/describe-rules.ts'
import { checkPattern, fillIn, nearest, type RequestPattern, toShape } from './matchers/pattern.ts'

/** The members of the matcher context of Vitest that these matchers use. */
interface MatcherContext {
  readonly isNot: boolean
  readonly equals: (actual: unknown, expected: unknown) => boolean
  readonly utils: {
    readonly diff: (expected: unknown, actual: unknown) => string | undefined
    readonly stringify: (value: unknown) => string
  }
}

interface Result {
  readonly pass: boolean
  readonly message: () => string
}

/** The matchers, for `expect.extend`. Importing the plugin adds them. */
export interface RequestMatchers {
  /** Asserts that a mock server, or one of its endpoints, received a request. */
  toHaveBeenRequested(this: MatcherContext, received: unknown): Result
  /** Asserts that exactly `times` requests were received. */
  toHaveBeenRequestedTimes(this: MatcherContext, received: unknown, times: number): Result
  /** Asserts that a request matches the pattern. */
  toHaveBeenRequestedWith(this: MatcherContext, received: unknown, pattern: RequestPattern): Result
  /** Asserts that the last request matches the pattern. */
  toHaveBeenLastRequestedWith(
    this: MatcherContext,
    received: unknown,
    pattern: RequestPattern,
  ): Result
  /** Asserts that request number `n`, counted from 1, matches the pattern. */
  toHaveBeenNthRequestedWith(
    this: MatcherContext,
    received: unknown,
    n: number,
    pattern: RequestPattern,
  ): Result
  /** Asserts that no request is unmatched, except late requests of an earlier test. */
  toHaveNoUnmatchedRequests(this: MatcherContext, received: unknown): Result
  /** Asserts that no temporary rule, except those of the options, has requests left to answer. */
  toHaveNoUnusedRules(this: MatcherContext, received: unknown): Result
}

export const matchers: RequestMatchers = {
  toHaveBeenRequested(received) {
    const { requests, dropped } = requestsOf(received)
    if (requests.length === 0) refuseToGuess(dropped)
    return result(this, requests.length > 0, requests, { is: 'a request', isNot: 'no request' })
  },
  toHaveBeenRequestedTimes(received, times) {
    if (!(Number.isInteger(times) && times >= 0)) {
      throw new TypeError(`The number of requests must be an integer from 0 up, not ${times}.`)
    }
    const { requests, dropped } = requestsOf(received)
    if (requests.length <= times) refuseToGuess(dropped)
    const is = times === 1 ? '1 request' : `${times} requests`
    return result(this, requests.length === times, requests, {
      is,
      isNot: `more or less than ${is}`,
    })
  },
  toHaveBeenRequestedWith(received, pattern) {
    const all = requestsOf(received)
    const expected = { is: 'a request like this', isNot: 'no request like this' }
    return matchPattern(this, all, all.requests, pattern, expected)
  },
  toHaveBeenLastRequestedWith(received, pattern) {
    const all = requestsOf(received)
    if (all.requests.length === 0) refuseToGuess(all.dropped)
    const last = all.requests.slice(-1)
    const known = { ...all, dropped: 0 }
    return matchPattern(this, known, last, pattern, toBeLikeThis('the last request'))
  },
  toHaveBeenNthRequestedWith(received, n, pattern) {
    if (!Number.isInteger(n) || n < 1)
      throw new TypeError(`n counts from 1; ${n} is no such number.`)
    const all = requestsOf(received)
    refuseToGuess(all.dropped)
    const nth = all.requests.slice(n - 1, n)
    return matchPattern(this, all, nth, pattern, toBeLikeThis(`request ${n}`))
  },
  toHaveNoUnmatchedRequests(received) {
    const { requests, dropped, isOfMock } = requestsOf(received)
    const pass = !requests.some(({ outcome, isLate }) => outcome === 'unmatched' && !isLate)
    // A mock keeps unmatched requests even if its journal is full.
    if (pass && !isOfMock) refuseToGuess(dropped)
    const expected = { is: 'no unmatched requests', isNot: 'an unmatched request' }
    return result(this, pass, requests, expected)
  },
  toHaveNoUnusedRules(received) {
    const rules = unusedRulesOf(received)
    const { requests } = requestsOf(received)
    const left = rules.length === 0 ? '' : `:\n${describeRules(rules)}`
    const expected = { is: `no unused rules${left}`, isNot: 'an unused rule' }
    return result(this, rules.length === 0, requests, expected)
  },
}

function unusedRulesOf(received: unknown): readonly RuleState[] {
  if (typeof received === 'object' && received !== null && unusedRulesNow in received) {
    return (received[unusedRulesNow] as () => readonly RuleState[])()
  }
  throw new TypeError('toHaveNoUnusedRules() takes a mock server of this process.')
}

/** The requests that a matcher checks. */
interface Looked {
  readonly requests: readonly ReceivedRequest[]
  /** The number of requests that are missing because the journal was full. */
  readonly dropped: number
  /** Whether they are from a mock in this process. */
  readonly isOfMock: boolean
}

/** Returns the requests of a mock server, of one of its endpoints, or in a list. */
function requestsOf(received: unknown): Looked {
  if (Array.isArray(received)) {
    const { dropped = 0 } = received as Partial<ReceivedRequests>
    return { requests: received as ReceivedRequest[], dropped, isOfMock: false }
  }
  if (typeof received === 'object' && received !== null && requestsNow in received) {
    const requests = (received[requestsNow] as () => ReceivedRequests)()
    return { requests, dropped: requests.dropped, isOfMock: true }
  }
  throw new TypeError(
    'These matchers take a mock server, an endpoint that it added, or a list of requests: for a server elsewhere, such as that of sharedMockServer(), expect(await mock.requests()).',
  )
}

/** Throws if requests are missing, because then the result is unknown, also with `not`. */
function refuseToGuess(dropped: number): void {
  if (dropped === 0) return
  const count = dropped === 1 ? '1 request' : `${dropped} requests`
  throw new Error(
    `The journal was full and forgot ${count}, so this cannot be told: raise \`journal: { requests, bytes }\` in the options of the mock server.`,
  )
}

/** The expectation in words, and its opposite for `not`. */
interface Expected {
  readonly is: string
  readonly isNot: string
}

function toBeLikeThis(which: string): Expected {
  return { is: `${which} to be like this`, isNot: `${which} not to be like this` }
}

function matchPattern(
  context: MatcherContext,
  { requests, dropped }: Looked,
  candidates: readonly ReceivedRequest[],
  pattern: RequestPattern,
  { is, isNot }: Expected,
): Result {
  checkPattern(pattern)
  const shapes = candidates.map((request) => toShape(request, pattern, context.equals))
  const pass = shapes.some((shape) => context.equals(shape, pattern))
  if (!pass) {
    refuseToGuess(dropped)
    refuseToGuessBodies(candidates, pattern)
  }
  const best = pass || context.isNot ? undefined : nearest(shapes, pattern, context.equals)
  const details =
    best === undefined
      ? context.utils.stringify(pattern)
      : `the closest differs like this:\n${context.utils.diff(fillIn(pattern, best, context.equals), best)}`
  return result(context, pass, requests, {
    is: `${is}: ${details}`,
    isNot: `${isNot}: ${details}`,
  })
}

/** Throws if the pattern has a body, and the body of a request was cut off. */
function refuseToGuessBodies(
  candidates: readonly ReceivedRequest[],
  pattern: RequestPattern,
): void {
  if (!['json', 'jsonIncludes', 'body'].some((key) => key in pattern)) return
  const cut = candidates.find(({ bodyTruncated }) => bodyTruncated)
  if (!cut) return
  throw new Error(
    `The journal kept ${cut.body.byteLength} of the ${cut.bodyBytes} bytes of a body, so this cannot be told: raise \`journal: { bodyBytes }\` in the options of the mock server.`,
  )
}

function result(
  { isNot }: MatcherContext,
  pass: boolean,
  requests: readonly ReceivedRequest[],
  expected: Expected,
): Result {
  const message = (): string =>
    `expected ${isNot ? expected.isNot : expected.is}\n\n${describeRequests(requests)}`
  return { pass, message }
}
