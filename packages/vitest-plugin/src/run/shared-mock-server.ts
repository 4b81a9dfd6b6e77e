// The client of the run's server, in a test of any environment, browsers included.
import { type AnyApi, type Client, createClient } from '@mock-endpoint/core/client'
import { inject, TestRunner } from 'vitest'
import { untilTimeout } from '../suite/until-timeout.ts'
import type { RunOptions } from './shared-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run: `inject('mockEndpoint').url`, such as `http://127.0.0.1:41234`. */
    mockEndpoint: { url: string }
    /** What `mockEndpoint` of the configuration was given. */
    mockEndpointOptions?: RunOptions
  }
}

/**
 * The client of the one server that runs for the whole run. Tests of other files use it at the
 * same time: give endpoints names of their own. Throws when no such server was configured.
 */
export function sharedMockServer<Api extends object = AnyApi>(): Client<Api> {
  const provided = inject('mockEndpoint')
  if (provided === undefined) {
    throw new Error(
      "sharedMockServer() needs the server of the run: add `mockEndpoint()` of '@mock-endpoint/vitest-plugin/plugin' to `plugins` in the Vitest configuration.",
    )
  }
  return createClient<Api>({
    baseUrl: provided.url,
    waitTimeout: untilTimeout(() => TestRunner.getCurrentTest()),
  })
}
