/**
 * The mock endpoint service on a port of its own.
 * @packageDocumentation
 */
export { createMockServer, type MockServer, type MockServerOptions } from './fixture/mock-server.ts'
export {
  DEFAULT_PORT,
  type RunningServer,
  type ServerOptions,
  startServer,
} from './http/start-server.ts'
