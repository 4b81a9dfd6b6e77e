// What a mock server does for each test that uses it: it reports what went wrong, shows all its
// requests when the test fails, and ends waits before the test's own time-out and with the test.
import { checkOptions, mockServerChecks } from '@mock-endpoint/core/mock'
import type { RunnerTestCase } from 'vitest'
import { createMockServer, type MockServer, type MockServerOptions } from '../mock-server.ts'
import { createTestRecordings, type OnUnusedRecording, unusedRecordingCheck } from './recordings.ts'
import { reportFailures, showSeen, throwAll } from './report.ts'
import { type Seen, see } from './seen.ts'
import { noteStart } from './test-clock.ts'
import { type OnUnhandledRequest, policyCheck, reportUnmatched } from './unmatched.ts'
import { untilTimeout } from './until-timeout.ts'
import { type OnUnusedRule, reportUnusedRules, unusedCheck } from './unused-rules.ts'
import { untilEnd } from './wait-scope.ts'

/** What a mock server of a test starts with. */
export interface TestServerOptions<Api extends object> extends MockServerOptions<Api> {
  /**
   * What to do when a request matches no endpoint: fail the test that made it, warn on the console,
   * nothing, or what a function does, which may throw. Default: `error`.
   */
  readonly onUnhandledRequest?: OnUnhandledRequest | undefined
  /**
   * What to do when a test ends and a rule that it added for a number of requests has some left to
   * answer: fail the test, warn on the console, or nothing. Default: `warn`.
   */
  readonly onUnusedRule?: OnUnusedRule | undefined
  /**
   * What to do when all tests of a file have passed, and recordings in a folder of `mock.record` have
   * answered nothing: fail the file, warn on the console, or nothing. Default: `warn`.
   */
  readonly onUnusedRecording?: OnUnusedRecording | undefined
}

/** A mock server, and what it does for the tests that use it. */
export interface Attendance<Api extends object> {
  readonly starting: Promise<MockServer<Api>>
  /** A try of a test begins: when it fails, its errors show the requests. */
  begin(test: RunnerTestCase): void
  /** Freezes what this test saw: what comes later is neither shown nor reported. */
  freeze(): Promise<void>
  /** Reports unmatched requests, unused rules and failed functions as the options say: may throw. */
  report(): Promise<void>
  /** Freezes what the test saw, then closes the server, which ends those that wait for a response. */
  close(): Promise<void>
}

/** Starts a mock server for tests. Its waits end before the time-out of the test that began last. */
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
      throwAll([
        () => reportFailures(told, hasFailed),
        () => reportUnmatched(told.requests, onUnhandledRequest, hasFailed),
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

/** Whoever asks where it is would only see a connection refused. */
function refuse(): never {
  throw new Error(closedHint)
}

type Closing = Pick<MockServer<object>, 'close'>

const unclosed = new Set<Closing>()

/**
 * Closes a server with its process, unless the function that this returns was called before: the hooks
 * of a file that throws while it is collected never run.
 */
function closeAtExit(server: Closing): () => void {
  // Before what tells of servers that are open at the exit.
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
