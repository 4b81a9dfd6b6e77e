/**
 * mock-endpoint in Vitest: a mock server for a test, a file or a whole run.
 * @packageDocumentation
 */
import type { MockServer } from '@mock-endpoint/server'
import { type TestAPI, test as vitestTest } from 'vitest'
import { mockFixture } from './suite/mock-fixture.ts'

export {
  type AnyApi,
  type Client,
  type EndpointHandle,
  type NewEndpoint,
  Problem,
  type RawJson,
  rawJson,
} from '@mock-endpoint/core/client'
export type { MockServer, MockServerOptions } from '@mock-endpoint/server'
export { sharedMockServer } from './run/shared-mock-server.ts'
export { createMockServer } from './suite/create-mock-server.ts'
export { type MockFixture, mockFixture } from './suite/mock-fixture.ts'

/** Vitest's `test` with `mock`: a server of this file, clean for each test. */
export const test: TestAPI<{ mock: MockServer }> = vitestTest.extend(
  'mock',
  mockFixture(),
) as TestAPI<{ mock: MockServer }>
