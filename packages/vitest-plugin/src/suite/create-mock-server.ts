// A mock server for the test or suite that starts it: reset before each test, closed at the end.
import type { AnyApi } from '@mock-endpoint/core/client'
import { afterAll, afterEach, beforeEach, type RunnerTestCase, TestRunner } from 'vitest'
import type { MockServer, SecureMockServer } from '../mock-server.ts'
import { attend, type TestServerOptions } from './attend.ts'
import { isCollecting } from './collecting.ts'

/** Starts a mock server that also answers HTTPS, with certificates of the authority in `ca`. */
export function createMockServer<Api extends object = AnyApi>(
  options: TestServerOptions<Api> & { readonly https: true },
): Promise<SecureMockServer<Api>>
/**
 * Starts a mock server for the test that calls it. At the top of a file or in a `describe`, it is
 * for that suite, and is reset before each of its tests. It is closed when its test or suite ends.
 */
export function createMockServer<Api extends object = AnyApi>(
  options?: TestServerOptions<Api>,
): Promise<MockServer<Api>>
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
  options: TestServerOptions<Api>,
): Promise<MockServer<Api>> {
  if (test.concurrent) {
    throw new Error(
      "In a concurrent test, take `mock` from `import { test } from '@mock-endpoint/vitest-plugin'` instead of calling createMockServer(): Vitest cannot tell which of them is calling.",
    )
  }
  const { starting, begin, close, report } = attend(options)
  begin(test)
  test.context.onTestFinished(async () => {
    await close()
    await report()
  })
  return starting
}

async function forSuite<Api extends object>(
  options: TestServerOptions<Api>,
): Promise<MockServer<Api>> {
  if (!isCollecting()) {
    throw new Error(
      'Call createMockServer() at the top of the file, in a describe, in beforeEach or in a test, not in beforeAll: there Vitest cannot tell whose server it is.',
    )
  }
  const { starting, begin, close, report } = attend<Api>(options)
  beforeEach(async ({ task }) => {
    if (task.concurrent) {
      throw new Error(
        "The mock server of a suite is reset before each test, so its tests cannot be concurrent: take `mock` from `import { test } from '@mock-endpoint/vitest-plugin'`, which gives each its own.",
      )
    }
    const mock = await starting
    await mock.reset({ endpoints: true })
    begin(task)
  })
  afterEach(report)
  afterAll(close)
  return starting
}
