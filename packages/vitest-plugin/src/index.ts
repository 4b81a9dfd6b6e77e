/**
 * mock-endpoint in Vitest: a mock server for a test, a file or a whole run.
 * @module @mock-endpoint/vitest-plugin
 */
import { type TestAPI, test as vitestTest } from 'vitest'
import type { MockServer } from './mock-server.ts'
import './matchers/extend.ts'
import { mockFixture } from './suite/mock-fixture.ts'
import { warnOfOldNode } from './suite/old-node.ts'

export {
  type Fault,
  type Fix,
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  type ProblemOptions,
  rawJson,
} from '@mock-endpoint/core/client'
export type { Mock, MockOptions } from '@mock-endpoint/core/mock'
export type * from '@mock-endpoint/core/mock-types'
export {
  type HmacSecret,
  type SignedWebhook,
  signWebhook,
  type TwilioSecret,
  type UnsignedWebhook,
  type VendorSecret,
  verifyWebhook,
  type WebhookSecret,
  type WebhookSecretOptions,
} from '@mock-endpoint/core/webhooks'
export type { RequestPattern } from './matchers/pattern.ts'
export type {
  CertificateAndKey,
  MockServer,
  MockServerOptions,
  RecordEndpoint,
  RecordEndpointOptions,
  RecordedEndpoint,
  RecordMode,
  SecureMockServer,
  ServedEndpoint,
  ServeEndpoint,
  ServeEndpointOptions,
} from './mock-server.ts'
export { sharedMockServer } from './run/shared-mock-server.ts'
export type { TestServerOptions } from './suite/attend.ts'
export { createMockServer } from './suite/create-mock-server.ts'
export {
  type FixtureCleanup,
  type FixtureContext,
  type MockFixture,
  mockFixture,
} from './suite/mock-fixture.ts'
export type { OnUnusedRecording } from './suite/recordings.ts'
export type { OnUnhandledRequest } from './suite/unmatched.ts'
export type { OnUnusedRule } from './suite/unused-rules.ts'

warnOfOldNode()

/** Vitest's `test` with `mock`, a server for this file that is reset before each test. */
export const test: TestAPI<{ mock: MockServer }> = vitestTest.extend(
  'mock',
  mockFixture(),
) as TestAPI<{ mock: MockServer }>
