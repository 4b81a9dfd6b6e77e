// What a mock server does for each test that uses it: reports unmatched requests, shows all that it
// was asked when the test fails, and ends waits before the test's own time-out.
import {
  type DefaultTimeout,
  describeRequest,
  describeRequests,
  type ReceivedRequest,
} from '@mock-endpoint/core/client'
import type { MockServerOptions } from '@mock-endpoint/server'
import type { RunnerTestCase } from 'vitest'

/** What to do about a request that no endpoint answers. */
export type OnUnhandledRequest = 'error' | 'warn' | 'ignore' | ((request: ReceivedRequest) => void)

/** What a mock server of a test starts with. */
export interface TestServerOptions<Api extends object> extends MockServerOptions<Api> {
  /**
   * What to do when a request matches no endpoint: fail the test that made it, warn on the console,
   * nothing, or what a function does, which may throw. Default: `error`.
   */
  readonly onUnhandledRequest?: OnUnhandledRequest | undefined
}

/** Throws, warns or calls back for the requests that matched no endpoint, as the option says. */
export function reportUnmatched(
  requests: readonly ReceivedRequest[],
  policy: OnUnhandledRequest = 'error',
): void {
  const unmatched = requests.filter(({ outcome }) => outcome === 'unmatched')
  if (unmatched.length === 0 || policy === 'ignore') return
  if (typeof policy === 'function') {
    for (const request of unmatched) policy(request)
    return
  }
  const count = unmatched.length === 1 ? '1 request' : `${unmatched.length} requests`
  const message = `${count} matched no endpoint. Add what was meant with mock.add({ name, data }), or say onUnhandledRequest: 'ignore' in the options of the mock server.`
  if (policy === 'error') throw new Error(`${message}\n\n${describeRequests(requests)}`)
  const lines = unmatched.map((request) => `  ${describeRequest(request)}`)
  // biome-ignore lint/suspicious/noConsole: this is where a warning of a test is seen
  console.warn([message, ...lines].join('\n'))
}

/** Errors that were given the requests of a mock here, not by what made them. */
const shown = new WeakSet<object>()

/** Appends what a mock was asked to the errors of a try of a test; earlier tries have `past`. */
export function showRequests(
  requests: readonly ReceivedRequest[],
  { result }: RunnerTestCase,
  past: number,
): void {
  for (const error of result?.errors?.slice(past) ?? []) {
    // What was thrown may be anything.
    const message = String(error.message ?? '')
    const isTold = /Requests so far|There were no requests at all/.test(message)
    if (isTold && !shown.has(error)) continue
    shown.add(error)
    error.message = `${message}\n\n${describeRequests(requests)}`
  }
}

/** How many errors the earlier tries of a test left. */
export function countErrors({ result }: RunnerTestCase): number {
  return result?.errors?.length ?? 0
}

/** Vitest may fake the global one. */
const { now } = Date
/** What is left for the message of a wait that ended. */
const margin = 250

/** As long as the test has left, as the wait is to end before it. */
export function untilTimeout(current: () => RunnerTestCase | undefined): DefaultTimeout {
  return () => {
    const test = current()
    if (!test?.timeout || !test.result || !Number.isFinite(test.timeout)) return 3_000
    const { startTime = now(), retryCount = 0, repeatCount = 0 } = test.result
    // It tells when the first try began.
    const elapsed = retryCount + repeatCount === 0 ? now() - startTime : 0
    return Math.max(test.timeout - elapsed - margin, 50)
  }
}
