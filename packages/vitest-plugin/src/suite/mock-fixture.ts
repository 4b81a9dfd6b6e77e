// The fixture: one server for the tests of a file, reset for each; concurrent tests have their own.
import type { AnyApi, ReceivedRequest } from '@mock-endpoint/core/client'
import { requestsNow } from '@mock-endpoint/core/mock'
import { createMockServer, type MockServer } from '@mock-endpoint/server'
import { type RunnerTestCase, TestRunner } from 'vitest'
import {
  countErrors,
  reportUnmatched,
  showRequests,
  type TestServerOptions,
  untilTimeout,
} from './attend.ts'
import { closeStarted } from './create-mock-server.ts'

/** The function of a Vitest fixture, as `test.extend` and `test.override` take it. */
export type MockFixture<Api extends object> = (
  context: { readonly task: RunnerTestCase },
  use: { readonly onCleanup: (cleanup: () => Promise<void>) => void },
) => Promise<MockServer<Api>>

/** The server of a file, and the test that it is serving. */
interface Shared<Api extends object> {
  readonly starting: Promise<MockServer<Api>>
  test: RunnerTestCase
}

/**
 * A fixture for a `test` of one's own: `base.extend('mock', mockFixture<Api>({ endpoints }))`, or
 * `test.override('mock', mockFixture({ … }))` for other options in a `describe`. The tests of a
 * file share a server, which is reset before each; a concurrent test gets one for itself.
 */
export function mockFixture<Api extends object = AnyApi>({
  onUnhandledRequest,
  ...options
}: TestServerOptions<Api> = {}): MockFixture<Api> {
  const servers = new WeakMap<object, Shared<Api>>()

  function start(current: () => RunnerTestCase): Promise<MockServer<Api>> {
    return createMockServer<Api>({ waitTimeout: untilTimeout(current), ...options })
  }

  function ofFile(test: RunnerTestCase): Promise<MockServer<Api>> {
    const started = servers.get(test.file)
    if (started) {
      started.test = test
      return started.starting
    }
    const shared: Shared<Api> = { starting: start(() => shared.test), test }
    servers.set(test.file, shared)
    TestRunner.getSuiteHooks(test.file).afterAll.push(() => closeStarted(shared.starting))
    return shared.starting
  }

  return async ({ task }, { onCleanup }) => {
    const mock = await (task.concurrent ? start(() => task) : ofFile(task))
    if (!task.concurrent) await mock.reset()
    const past = countErrors(task)
    let requests: readonly ReceivedRequest[] = []
    task.context.onTestFailed(() => showRequests(requests, task, past))
    // Not in the clean-up: what that throws, Vitest tells twice.
    task.context.onTestFinished(() => reportUnmatched(requests, onUnhandledRequest))
    onCleanup(async () => {
      // As they are before the end of the server ends them.
      requests = mock[requestsNow]()
      if (task.concurrent) await mock.close()
    })
    return mock
  }
}
