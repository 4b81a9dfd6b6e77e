// The mock server, bundled from the sources of the daemon. The daemon's package would add a store
// on disk, whose install script package managers refuse or ask about.
export {
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type SecureMockServer,
} from '../../server/src/fixture/mock-server.ts'
export { readMocks } from '../../server/src/fixture/read-mocks.ts'
export type {
  RecordEndpoint,
  RecordEndpointOptions,
  RecordedEndpoint,
} from '../../server/src/fixture/record-endpoint.ts'
export type { RecordMode } from '../../server/src/fixture/recordings.ts'
export type {
  ServedEndpoint,
  ServeEndpoint,
  ServeEndpointOptions,
} from '../../server/src/fixture/serve-endpoint.ts'
export type { CertificateAndKey } from '../../server/src/tls/certificate.ts'
