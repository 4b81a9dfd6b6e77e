// A mock server that knows its test: started here, clean for each test, closed when its scope ends.
import type { AnyApi } from '@mock-endpoint/core/client'
import {
  type MockServer,
  type MockServerOptions,
  createMockServer as startMockServer,
} from '@mock-endpoint/server'
import { afterAll, beforeEach, type RunnerTestCase, TestRunner } from 'vitest'

/**
 * Starts a mock server for the test that calls it, or, at the top of a file or in a `describe`, for
 * that suite: it is reset before each of its tests. It is closed when its test or suite is over.
 */
export function createMockServer<Api extends object = AnyApi>(
  options: MockServerOptions<Api> = {},
): Promise<MockServer<Api>> {
  const test: RunnerTestCase | undefined = TestRunner.getCurrentTest()
  return test ? forTest(test, options) : forSuite(options)
}

async function forTest<Api extends object>(
  { concurrent, context }: RunnerTestCase,
  options: MockServerOptions<Api>,
): Promise<MockServer<Api>> {
  if (concurrent) {
    throw new Error(
      "In a concurrent test, take `mock` from `import { test } from '@mock-endpoint/vitest-plugin'` instead of calling createMockServer(): Vitest cannot tell which of them is calling.",
    )
  }
  const starting = startMockServer(options)
  context.onTestFinished(() => closeStarted(starting))
  return starting
}

async function forSuite<Api extends object>(
  options: MockServerOptions<Api>,
): Promise<MockServer<Api>> {
  if (!isCollecting()) {
    throw new Error(
      'Call createMockServer() at the top of the file, in a describe, in beforeEach or in a test, not in beforeAll: there Vitest cannot tell whose server it is.',
    )
  }
  const starting = startMockServer(options)
  beforeEach(async ({ task }) => {
    if (task.concurrent) {
      throw new Error(
        "The mock server of a suite is reset before each test, so its tests cannot be concurrent: take `mock` from `import { test } from '@mock-endpoint/vitest-plugin'`, which gives each its own.",
      )
    }
    await (await starting).reset()
  })
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
