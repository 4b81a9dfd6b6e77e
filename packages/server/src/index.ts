/**
 * The mock endpoint service on a port of its own.
 * @packageDocumentation
 */
export {
  DEFAULT_PORT,
  type RunningServer,
  type ServerOptions,
  startServer,
} from './http/start-server.ts'
