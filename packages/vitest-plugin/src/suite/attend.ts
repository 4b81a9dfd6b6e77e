// What a mock server does for each test that uses it: reports unmatched requests, shows all that it
// was asked when the test fails, and ends waits before the test's own time-out.
import { describeRequest, describeRequests, type ReceivedRequest } from '@mock-endpoint/core/client'
import { requestsNow } from '@mock-endpoint/core/mock'
import { createMockServer, type MockServer, type MockServerOptions } from '@mock-endpoint/server'
import type { RunnerTestCase, TestError } from 'vitest'
import { untilTimeout } from './until-timeout.ts'

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

/** A mock server, and what it does for the tests that use it. */
export interface Attendance<Api extends object> {
  readonly starting: Promise<MockServer<Api>>
  /** A try of a test begins: when it fails, its errors show the requests. */
  begin(test: RunnerTestCase): void
  /** Freezes the requests of this test: what comes later is neither shown nor reported. */
  freeze(): Promise<void>
  /** Reports the unmatched requests as the option says, which may throw. */
  report(): Promise<void>
  /** Freezes the requests, then closes the server, which ends those that wait for an answer. */
  close(): Promise<void>
}

/** Starts a mock server for tests. Its waits end before the time-out of the test that began last. */
export function attend<Api extends object>({
  onUnhandledRequest = 'error',
  ...options
}: TestServerOptions<Api>): Attendance<Api> {
  let current: RunnerTestCase | undefined
  const waitTimeout = untilTimeout(() => current)
  const starting = createMockServer<Api>({ waitTimeout, ...options })
  const askedNow = async (): Promise<readonly ReceivedRequest[]> => (await starting)[requestsNow]()
  let asked: () => Promise<readonly ReceivedRequest[] | undefined> = askedNow

  async function freeze(): Promise<void> {
    const frozen = await askedNow().catch(() => undefined)
    asked = async () => frozen
  }

  return {
    starting,
    begin(test) {
      current = test
      asked = askedNow
      const past = test.result?.errors?.length ?? 0
      test.context.onTestFailed(async () => {
        const requests = await asked()
        if (requests) showRequests(requests, test.result?.errors?.slice(past) ?? [])
      })
    },
    freeze,
    report: async () => reportUnmatched((await asked()) ?? [], onUnhandledRequest),
    async close() {
      await freeze()
      await (await starting.catch(() => undefined))?.close()
    },
  }
}

/** Throws, warns or calls back for the requests that matched no endpoint, as the option says. */
function reportUnmatched(requests: readonly ReceivedRequest[], policy: OnUnhandledRequest): void {
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

/** Errors whose message got its requests here; in others, what made the error wrote them. */
const shown = new WeakSet<object>()

function showRequests(requests: readonly ReceivedRequest[], errors: readonly TestError[]): void {
  for (const error of errors) {
    // What was thrown may be anything.
    const message = String(error.message ?? '')
    const isTold = /Requests so far|There were no requests at all/.test(message)
    if (isTold && !shown.has(error)) continue
    shown.add(error)
    error.message = `${message}\n\n${describeRequests(requests)}`
  }
}
