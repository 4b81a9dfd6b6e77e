// The fixture: one server for the tests of a file, reset for each; concurrent tests have their own.
import type { AnyApi } from '@mock-endpoint/core/client'
import { createMockServer, type MockServer, type MockServerOptions } from '@mock-endpoint/server'
import { type RunnerTestCase, TestRunner } from 'vitest'
import { closeStarted } from './create-mock-server.ts'

/** The function of a Vitest fixture, as `test.extend` and `test.override` take it. */
export type MockFixture<Api extends object> = (
  context: { readonly task: RunnerTestCase },
  use: { readonly onCleanup: (cleanup: () => Promise<void>) => void },
) => Promise<MockServer<Api>>

/**
 * A fixture for a `test` of one's own: `base.extend('mock', mockFixture<Api>({ endpoints }))`, or
 * `test.override('mock', mockFixture({ … }))` for other options in a `describe`. The tests of a
 * file share a server, which is reset before each; a concurrent test gets one for itself.
 */
export function mockFixture<Api extends object = AnyApi>(
  options: MockServerOptions<Api> = {},
): MockFixture<Api> {
  const servers = new WeakMap<object, Promise<MockServer<Api>>>()

  function ofFile(file: RunnerTestCase['file']): Promise<MockServer<Api>> {
    const started = servers.get(file)
    if (started) return started
    const starting = createMockServer(options)
    servers.set(file, starting)
    TestRunner.getSuiteHooks(file).afterAll.push(() => closeStarted(starting))
    return starting
  }

  return async ({ task }, { onCleanup }) => {
    if (!task.concurrent) {
      const mock = await ofFile(task.file)
      await mock.reset()
      return mock
    }
    const mock = await createMockServer(options)
    onCleanup(mock.close)
    return mock
  }
}
