// Attends to a mock server during tests: reports what went wrong, shows all its requests when a
// test fails, and ends its waits when the test ends, or before the timeout of the test.
import { checkOptions, mockServerChecks } from '@mock-endpoint/core/mock'
import type { RunnerTestCase } from 'vitest'
import { createMockServer, type MockServer, type MockServerOptions } from '../mock-server.ts'
import { createTestRecordings, type OnUnusedRecording, unusedRecordingCheck } from './recordings.ts'
import { reportFailures, showSeen, throwAll, warnOfUnrecorded } from './report.ts'
import { type Seen, see } from './seen.ts'
import { noteStart } from './test-clock.ts'
import { type OnUnhandledRequest, policyCheck, reportUnmatched } from './unmatched.ts'
import { untilTimeout } from './until-timeout.ts'
import { type OnUnusedRule, reportUnusedRules, unusedCheck } from './unused-rules.ts'
import { untilEnd } from './wait-scope.ts'

/** The options of a mock server for tests. */
export interface TestServerOptions<Api extends object> extends MockServerOptions<Api> {
  /**
   * The action for a request that matches no endpoint: fail the test that sent it, warn on the
   * console, do nothing, or call a function, which may throw or reject. Default: `error`.
   */
  readonly onUnhandledRequest?: OnUnhandledRequest | undefined
  /**
   * The action when a test ends and a temporary rule that it added has requests left to answer:
   * fail the test, warn on the console, or do nothing. Default: `warn`.
   */
  readonly onUnusedRule?: OnUnusedRule | undefined
  /**
   * The action when all tests of a file have passed, and recordings in a folder of `mock.record`
   * answered no request: fail the file, warn on the console, or do nothing. Default: `warn`.
   */
  readonly onUnusedRecording?: OnUnusedRecording | undefined
}

/** A mock server, and the hooks for the tests that use it. */
export interface Attendance<Api extends object> {
  readonly starting: Promise<MockServer<Api>>
  /** Begins a try (first, retry or repeat) of a test. If it fails, its errors show the requests. */
  begin(test: RunnerTestCase): void
  /** Keeps the present state for this test. Later requests are neither shown nor reported. */
  freeze(): Promise<void>
  /** Reports unmatched requests, unused rules and failed functions, as configured. May reject. */
  report(): Promise<void>
  /** Freezes, then closes the server, which ends the requests that wait for a response. */
  close(): Promise<void>
}

/** Starts a mock server for tests. Its waits end before the timeout of the test that began last. */
export function attend<Api extends object>(given: TestServerOptions<Api>): Attendance<Api> {
  checkOptions('createMockServer()', given, {
    ...mockServerChecks,
    onUnhandledRequest: policyCheck,
    onUnusedRule: unusedCheck,
    onUnusedRecording: unusedRecordingCheck,
  })
  const {
    onUnhandledRequest = 'error',
    onUnusedRule = 'warn',
    onUnusedRecording = 'warn',
    ...options
  } = given
  const recordings = createTestRecordings(onUnusedRecording)
  let current: RunnerTestCase | undefined
  let first: RunnerTestCase | undefined
  const latest = (): RunnerTestCase | undefined => current
  const waits = { waitTimeout: untilTimeout(latest), waitScope: untilEnd(latest) }
  let keep = (): void => {}
  const starting = createMockServer<Api>({ ...waits, ...options }).then((server) => {
    keep = closeAtExit(server)
    recordings.useOn(server)
    return server
  })
  const seenNow = async (): Promise<Seen> => see(await starting)
  let seen: () => Promise<Seen | undefined> = seenNow

  async function freeze(): Promise<void> {
    const frozen = await seenNow().catch(() => undefined)
    seen = async () => frozen
  }

  return {
    starting,
    begin(test) {
      current = test
      first ??= test
      noteStart(test)
      recordings.begin(test)
      seen = seenNow
      const past = test.result?.errors?.length ?? 0
      test.context.onTestFailed(async () => {
        const told = await seen()
        if (told) showSeen(told, test.result?.errors?.slice(past) ?? [])
      })
    },
    freeze,
    async report() {
      const hasFailed = current?.result?.state === 'fail'
      const told = await seen()
      if (!told) return
      const isFirst = current === first
      await throwAll([
        () => reportFailures(told, hasFailed),
        () => reportUnmatched(told.requests, onUnhandledRequest, { isFirst, hasFailed }),
        () => warnOfUnrecorded(told),
        () => reportUnusedRules(told, onUnusedRule, hasFailed),
      ])
    },
    async close() {
      await freeze()
      const server = await starting.catch(() => undefined)
      keep()
      await server?.close()
      if (server) Object.assign(server, { url: refuse, add: async () => refuse() })
    },
  }
}

const closedHint =
  'This mock server was closed when the tests it was started for were over. Without isolation, test files share the modules that they import, and so a mock server that one of those starts: call createMockServer() in each test file, or export a function that calls it.'

/** Throws, because otherwise a caller would only see a refused connection. */
function refuse(): never {
  throw new Error(closedHint)
}

type Closing = Pick<MockServer<object>, 'close'>

const unclosed = new Set<Closing>()

/**
 * Closes a server when the process exits, unless the returned function was called before. The hooks
 * of a file that throws while it is collected never run.
 */
function closeAtExit(server: Closing): () => void {
  // Before the listener that reports servers still open at the exit.
  if (unclosed.size === 0) process.prependListener('exit', closeAll)
  unclosed.add(server)
  return () => {
    unclosed.delete(server)
    if (unclosed.size === 0) process.off('exit', closeAll)
  }
}

function closeAll(): void {
  for (const server of unclosed) server.close().catch(() => {})
}
