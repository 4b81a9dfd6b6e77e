// The fixture: one server for the tests of a file, reset for each; concurrent tests have their own.
import type { AnyApi } from '@mock-endpoint/core/client'
import type { MockServer } from '@mock-endpoint/server'
import { type RunnerTestCase, TestRunner } from 'vitest'
import { type Attendance, attend, type TestServerOptions } from './attend.ts'

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
  options: TestServerOptions<Api> = {},
): MockFixture<Api> {
  const servers = new WeakMap<object, Attendance<Api>>()

  function ofFile({ file }: RunnerTestCase): Attendance<Api> {
    const started = servers.get(file)
    if (started) return started
    const attendance = attend(options)
    servers.set(file, attendance)
    TestRunner.getSuiteHooks(file).afterAll.push(attendance.close)
    return attendance
  }

  return async ({ task }, { onCleanup }) => {
    const attendance = task.concurrent ? attend(options) : ofFile(task)
    const { starting, begin, freeze, report, close } = attendance
    const mock = await starting
    if (!task.concurrent) await mock.reset({ endpoints: true })
    begin(task)
    // Not in the clean-up: what that throws, Vitest tells twice.
    task.context.onTestFinished(report)
    onCleanup(task.concurrent ? close : freeze)
    return mock
  }
}
