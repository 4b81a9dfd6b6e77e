// The client of the run's server, for tests in any environment, including browsers.
import { type AnyApi, type Client, createClient } from '@mock-endpoint/core/client'
import { beforeEach, inject, type RunnerTestCase, TestRunner } from 'vitest'
import { isCollecting } from '../suite/collecting.ts'
import { noteStart } from '../suite/test-clock.ts'
import { untilTimeout } from '../suite/until-timeout.ts'
import { untilEnd } from '../suite/wait-scope.ts'
import type { RunOptions } from './shared-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run: `inject('mockEndpoint').url`, such as `http://127.0.0.1:41234`. */
    mockEndpoint: { url: string }
    /** The options of `mockEndpoint` in the configuration. */
    mockEndpointOptions?: RunOptions
  }
}

/**
 * Returns the client of the one server of the whole run. Tests of other files use it at the same
 * time, so use endpoint names that no other file uses. Throws if no such server is configured.
 */
export function sharedMockServer<Api extends object = AnyApi>(): Client<Api> {
  const provided = inject('mockEndpoint')
  if (provided === undefined) {
    throw new Error(
      "sharedMockServer() needs the server of the run: add `mockEndpoint()` of '@mock-endpoint/vitest-plugin/plugin' to `plugins` in the Vitest configuration.",
    )
  }
  const test = currentTest()
  if (test) noteStart(test)
  else if (isCollecting()) beforeEach(({ task }) => noteStart(task))
  return createClient<Api>({
    url: provided.url,
    waitTimeout: untilTimeout(currentTest),
    waitScope: untilEnd(currentTest),
  })
}

/** Returns the current test. `undefined` for concurrent tests, which Vitest cannot tell apart. */
function currentTest(): RunnerTestCase | undefined {
  const test = TestRunner.getCurrentTest()
  return test?.concurrent ? undefined : test
}
