// What a mock server does for each test that uses it: it reports unmatched requests, shows all its
// requests when the test fails, and ends waits before the test's own time-out and with the test.
import { describeRequests, type ReceivedRequest } from '@mock-endpoint/core/client'
import { checkOptions, mockServerChecks, requestsNow } from '@mock-endpoint/core/mock'
import { createMockServer, type MockServer, type MockServerOptions } from '@mock-endpoint/server'
import type { RunnerTestCase, TestError } from 'vitest'
import { noteStart } from './test-clock.ts'
import { type OnUnhandledRequest, policyCheck, reportUnmatched } from './unmatched.ts'
import { untilTimeout } from './until-timeout.ts'
import { untilEnd } from './wait-scope.ts'

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
export function attend<Api extends object>(given: TestServerOptions<Api>): Attendance<Api> {
  checkOptions('createMockServer()', given, {
    ...mockServerChecks,
    onUnhandledRequest: policyCheck,
  })
  const { onUnhandledRequest = 'error', ...options } = given
  let current: RunnerTestCase | undefined
  const latest = (): RunnerTestCase | undefined => current
  const waits = { waitTimeout: untilTimeout(latest), waitScope: untilEnd(latest) }
  const starting = createMockServer<Api>({ ...waits, ...options })
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
      noteStart(test)
      asked = askedNow
      const past = test.result?.errors?.length ?? 0
      test.context.onTestFailed(async () => {
        const requests = await asked()
        if (requests) showRequests(requests, test.result?.errors?.slice(past) ?? [])
      })
    },
    freeze,
    async report() {
      const hasFailed = current?.result?.state === 'fail'
      reportUnmatched((await asked()) ?? [], onUnhandledRequest, hasFailed)
    },
    async close() {
      await freeze()
      const server = await starting.catch(() => undefined)
      await server?.close()
      if (server) Object.assign(server, { url: refuse, add: async () => refuse() })
    },
  }
}

const closedHint =
  'This mock server was closed when the tests it was started for were over. Without isolation, test files share the modules that they import, and so a mock server that one of those starts: call createMockServer() in each test file, or export a function that calls it.'

/** Whoever asks where it is would only see a connection refused. */
function refuse(): never {
  throw new Error(closedHint)
}

/** Errors whose message got its requests here; in others, what made the error wrote them. */
const shown = new WeakSet<object>()

function showRequests(requests: readonly ReceivedRequest[], errors: readonly TestError[]): void {
  for (const error of errors) {
    // What was thrown may be anything.
    const message = String(error.message ?? '')
    const isTold = /Requests so far|There were no requests at all/.test(message)
    if ((isTold && !shown.has(error)) || requests.length === 0) continue
    shown.add(error)
    error.message = `${message}\n\n${describeRequests(requests)}`
  }
}
