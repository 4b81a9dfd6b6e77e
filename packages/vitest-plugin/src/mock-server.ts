// The server of a mock is a part of the daemon, and bundled here from the daemon's sources: the package
// of the daemon brings a store on disk, whose install script package managers refuse or ask about.
export {
  createMockServer,
  type MockServer,
  type MockServerOptions,
} from '../../server/src/fixture/mock-server.ts'
export { readMocks } from '../../server/src/fixture/read-mocks.ts'
