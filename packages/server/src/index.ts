/**
 * The mock endpoint service on its own port.
 * @module @mock-endpoint/server
 */
export { StoreError, type StoreErrorKind } from '@mock-endpoint/core'
export type { Mock, MockOptions, MockRecords } from '@mock-endpoint/core/mock'
export type * from '@mock-endpoint/core/mock-types'
export {
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type SecureMockServer,
} from './fixture/mock-server.ts'
export { readMocks } from './fixture/read-mocks.ts'
export type {
  RecordEndpoint,
  RecordEndpointOptions,
  RecordedEndpoint,
} from './fixture/record-endpoint.ts'
export type { RecordMode } from './fixture/recordings.ts'
export type {
  ServedEndpoint,
  ServeEndpoint,
  ServeEndpointOptions,
} from './fixture/serve-endpoint.ts'
export { DEFAULT_PORT } from './http/default-port.ts'
export type { OnRequest } from './http/listener.ts'
export type { Serving } from './http/serve.ts'
export { type RunningServer, type ServerOptions, startServer } from './http/start-server.ts'
export type { CertificateAndKey } from './tls/certificate.ts'
