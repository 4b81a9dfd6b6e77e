// Matchers for what a mock was asked. Synchronous: one that nobody awaits would pass in silence.
import { describeRequests, type ReceivedRequest } from '@mock-endpoint/core/client'
import { requestsNow } from '@mock-endpoint/core/mock'
import { fillIn, nearest, type RequestPattern, toShape } from './matchers/pattern.ts'

export type { RequestPattern } from './matchers/pattern.ts'

/** What Vitest hands to a matcher, as far as these need it. */
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

/** The matchers, for `expect.extend`; importing the plugin adds them. */
export interface RequestMatchers {
  /** That it was asked at least once. */
  toHaveBeenRequested(this: MatcherContext, received: unknown): Result
  /** That it was asked so many times. */
  toHaveBeenRequestedTimes(this: MatcherContext, received: unknown, times: number): Result
  /** That one of its requests is like this. */
  toHaveBeenRequestedWith(this: MatcherContext, received: unknown, pattern: RequestPattern): Result
  /** That the last of its requests is like this. */
  toHaveBeenLastRequestedWith(
    this: MatcherContext,
    received: unknown,
    pattern: RequestPattern,
  ): Result
  /** That an endpoint answered all of its requests. */
  toHaveNoUnmatchedRequests(this: MatcherContext, received: unknown): Result
}

export const matchers: RequestMatchers = {
  toHaveBeenRequested(received) {
    const requests = requestsOf(received)
    return result(this, requests.length > 0, requests, 'a request')
  },
  toHaveBeenRequestedTimes(received, times) {
    const requests = requestsOf(received)
    const expected = times === 1 ? '1 request' : `${times} requests`
    return result(this, requests.length === times, requests, expected)
  },
  toHaveBeenRequestedWith(received, pattern) {
    return matchPattern(this, requestsOf(received), pattern, 'a request like this')
  },
  toHaveBeenLastRequestedWith(received, pattern) {
    const requests = requestsOf(received)
    const last = requests.slice(-1)
    return matchPattern(this, last, pattern, 'the last request to be like this', requests)
  },
  toHaveNoUnmatchedRequests(received) {
    const requests = requestsOf(received)
    const pass = requests.every(({ outcome }) => outcome !== 'unmatched')
    return result(this, pass, requests, 'no unmatched requests')
  },
}

/** Of a mock server, one of its endpoints, or a list of requests. */
function requestsOf(received: unknown): readonly ReceivedRequest[] {
  if (Array.isArray(received)) return received as ReceivedRequest[]
  if (typeof received === 'object' && received !== null && requestsNow in received) {
    return (received[requestsNow] as () => ReceivedRequest[])()
  }
  throw new TypeError(
    'These matchers take a mock server, an endpoint that it added, or a list of requests: for a server elsewhere, such as that of sharedMockServer(), expect(await mock.requests()).',
  )
}

function matchPattern(
  context: MatcherContext,
  candidates: readonly ReceivedRequest[],
  pattern: RequestPattern,
  expected: string,
  all: readonly ReceivedRequest[] = candidates,
): Result {
  const shapes = candidates.map((request) => toShape(request, pattern))
  const pass = shapes.some((shape) => context.equals(shape, pattern))
  const best = pass || context.isNot ? undefined : nearest(shapes, pattern, context.equals)
  const details =
    best === undefined
      ? context.utils.stringify(pattern)
      : `the nearest differs so:\n${context.utils.diff(fillIn(pattern, best, context.equals), best)}`
  return result(context, pass, all, `${expected}: ${details}`)
}

function result(
  { isNot }: MatcherContext,
  pass: boolean,
  requests: readonly ReceivedRequest[],
  expected: string,
): Result {
  const message = (): string =>
    `expected ${isNot ? 'not ' : ''}${expected}\n\n${describeRequests(requests)}`
  return { pass, message }
}
