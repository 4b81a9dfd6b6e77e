/**
 * mock-endpoint in Vitest: a mock server for a test, a file or a whole run.
 * @packageDocumentation
 */
import type { MockServer } from '@mock-endpoint/server'
import { expect, type TestAPI, test as vitestTest } from 'vitest'
import { matchers, type RequestPattern } from './matchers.ts'
import { mockFixture } from './suite/mock-fixture.ts'

export {
  type Fault,
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  type ProblemOptions,
  rawJson,
} from '@mock-endpoint/core/client'
export type { Mock, MockOptions } from '@mock-endpoint/core/mock'
export type * from '@mock-endpoint/core/mock-types'
export { verifyWebhook, type WebhookSecret } from '@mock-endpoint/core/webhooks'
export type { MockServer, MockServerOptions } from '@mock-endpoint/server'
export type { RequestPattern } from './matchers.ts'
export { sharedMockServer } from './run/shared-mock-server.ts'
export type { OnUnhandledRequest, TestServerOptions } from './suite/attend.ts'
export { createMockServer } from './suite/create-mock-server.ts'
export {
  type FixtureCleanup,
  type FixtureContext,
  type MockFixture,
  mockFixture,
} from './suite/mock-fixture.ts'

declare global {
  namespace Chai {
    interface Assertion {
      /** That a mock server, or one of its endpoints, was asked at least once. */
      toHaveBeenRequested(): void
      /** That it was asked so many times. */
      toHaveBeenRequestedTimes(times: number): void
      /** That one of its requests is like this. */
      toHaveBeenRequestedWith(pattern: RequestPattern): void
      /** That the last of its requests is like this. */
      toHaveBeenLastRequestedWith(pattern: RequestPattern): void
      /** That an endpoint answered all of its requests. */
      toHaveNoUnmatchedRequests(): void
    }
  }
}

expect.extend({ ...matchers })

/** Vitest's `test` with `mock`: a server of this file, clean for each test. */
export const test: TestAPI<{ mock: MockServer }> = vitestTest.extend(
  'mock',
  mockFixture(),
) as TestAPI<{ mock: MockServer }>
