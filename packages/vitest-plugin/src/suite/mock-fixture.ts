// The fixture: one server per file, reset before each test. Concurrent tests get their own.
import type { AnyApi } from '@mock-endpoint/core/client'
import { type RunnerTestCase, TestRunner } from 'vitest'
import type { MockServer } from '../mock-server.ts'
import { type Attendance, attend, type TestServerOptions } from './attend.ts'

/** The context that Vitest passes to a fixture. */
export interface FixtureContext {
  readonly task: RunnerTestCase
}

/** The second argument of a fixture in `test.extend('mock', …)`. */
export interface FixtureCleanup {
  /** Runs the function when the fixture is no longer needed. */
  readonly onCleanup: (cleanup: () => Promise<void>) => void
}

/**
 * The function of a Vitest fixture, for both forms of `test.extend` and `test.override`. Vitest
 * infers the type of `mock` from the last signature.
 */
export interface MockFixture<Api extends object> {
  (context: FixtureContext, use: (mock: MockServer<Api>) => Promise<void>): Promise<void>
  (
    context: FixtureContext,
    use: FixtureCleanup | ((mock: MockServer<Api>) => Promise<void>),
  ): Promise<MockServer<Api>>
}

/**
 * Returns a fixture for your own `test`: `base.extend('mock', mockFixture<Api>({ endpoints }))` or
 * `base.extend({ mock: mockFixture<Api>({ endpoints }) })`. `test.override` takes it in the same
 * two forms, for other options in a `describe`. The tests of a file share a server, which is reset
 * before each. A concurrent test gets its own.
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

  // Vitest reads the source of this parameter to find out that it has to pass `task`.
  async function fixture(
    { task }: FixtureContext,
    use: FixtureCleanup | ((mock: MockServer<Api>) => Promise<void>),
  ): Promise<MockServer<Api>> {
    if (!task?.context) {
      throw new Error(
        'The fixture of a mock server is for one test at a time. Leave `scope` out: the tests of a file share a server, which is reset before each.',
      )
    }
    const attendance = task.concurrent ? attend(options) : ofFile(task)
    const { starting, begin, freeze, report, close } = attendance
    const mock = await starting
    if (!task.concurrent) await mock.reset({ endpoints: true })
    begin(task)
    // Not in the cleanup, because Vitest reports an error that is thrown there twice.
    task.context.onTestFinished(report)
    const end = task.concurrent ? close : freeze
    if (typeof use === 'function') {
      await use(mock)
      await end()
    } else {
      use.onCleanup(end)
    }
    return mock
  }

  // Vitest ignores the result of a fixture that was given a function.
  return fixture as MockFixture<Api>
}
