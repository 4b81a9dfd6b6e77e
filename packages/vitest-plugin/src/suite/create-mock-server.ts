// A mock server that knows its test: started here, clean for each test, closed when its scope ends.
import type { AnyApi, ReceivedRequest } from '@mock-endpoint/core/client'
import { requestsNow } from '@mock-endpoint/core/mock'
import { type MockServer, createMockServer as startMockServer } from '@mock-endpoint/server'
import { afterAll, afterEach, beforeEach, type RunnerTestCase, TestRunner } from 'vitest'
import {
  countErrors,
  reportUnmatched,
  showRequests,
  type TestServerOptions,
  untilTimeout,
} from './attend.ts'

/**
 * Starts a mock server for the test that calls it, or, at the top of a file or in a `describe`, for
 * that suite: it is reset before each of its tests. It is closed when its test or suite is over.
 */
export function createMockServer<Api extends object = AnyApi>(
  options: TestServerOptions<Api> = {},
): Promise<MockServer<Api>> {
  const test = currentTest()
  return test ? forTest(test, options) : forSuite(options)
}

function currentTest(): RunnerTestCase | undefined {
  return TestRunner.getCurrentTest()
}

async function forTest<Api extends object>(
  test: RunnerTestCase,
  { onUnhandledRequest, ...options }: TestServerOptions<Api>,
): Promise<MockServer<Api>> {
  if (test.concurrent) {
    throw new Error(
      "In a concurrent test, take `mock` from `import { test } from '@mock-endpoint/vitest-plugin'` instead of calling createMockServer(): Vitest cannot tell which of them is calling.",
    )
  }
  const starting = startMockServer<Api>({ waitTimeout: untilTimeout(() => test), ...options })
  const past = countErrors(test)
  let requests: readonly ReceivedRequest[] | undefined
  test.context.onTestFailed(() => requests && showRequests(requests, test, past))
  test.context.onTestFinished(async () => {
    // As they are before the end of the server ends them.
    requests = (await starting.catch(() => undefined))?.[requestsNow]()
    await closeStarted(starting)
    reportUnmatched(requests ?? [], onUnhandledRequest)
  })
  return starting
}

async function forSuite<Api extends object>({
  onUnhandledRequest,
  ...options
}: TestServerOptions<Api>): Promise<MockServer<Api>> {
  if (!isCollecting()) {
    throw new Error(
      'Call createMockServer() at the top of the file, in a describe, in beforeEach or in a test, not in beforeAll: there Vitest cannot tell whose server it is.',
    )
  }
  const starting = startMockServer<Api>({ waitTimeout: untilTimeout(currentTest), ...options })
  beforeEach(async ({ task, onTestFailed }) => {
    if (task.concurrent) {
      throw new Error(
        "The mock server of a suite is reset before each test, so its tests cannot be concurrent: take `mock` from `import { test } from '@mock-endpoint/vitest-plugin'`, which gives each its own.",
      )
    }
    const mock = await starting
    await mock.reset()
    const past = countErrors(task)
    onTestFailed(() => showRequests(mock[requestsNow](), task, past))
  })
  afterEach(async () => reportUnmatched((await starting)[requestsNow](), onUnhandledRequest))
  afterAll(() => closeStarted(starting))
  return starting
}

/** Who asked for the server is told when it did not start. */
export async function closeStarted(starting: Promise<AsyncDisposable>): Promise<void> {
  const server = await starting.catch(() => undefined)
  await server?.[Symbol.asyncDispose]()
}

/** Whether the file is being read, and hooks may be set; `collectDuration` is there afterwards. */
function isCollecting(): boolean {
  const { suite, file } = TestRunner.getCurrentSuite()
  return (suite?.file ?? file)?.collectDuration === undefined
}
