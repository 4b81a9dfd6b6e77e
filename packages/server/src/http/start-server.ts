// Starts a server with options that may come from plain JavaScript.
import { inspect } from 'node:util'
import {
  checkOptions,
  mockServerChecks,
  type OptionCheck,
  type OptionChecks,
} from '@mock-endpoint/core/mock'
import { openServer, type RunningServer, type ServerOptions } from './open-server.ts'

export type { RunningServer, ServerOptions } from './open-server.ts'

/** The check of an object that has these methods. */
function withMethods(names: readonly string[], must: string): OptionCheck {
  const has = (value: object, name: string) => typeof Reflect.get(value, name) === 'function'
  return [(value) => isObject(value) && names.every((name) => has(value, name)), must]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const boolean: OptionCheck = [(value) => typeof value === 'boolean', 'true or false']
const text: OptionCheck = [(value) => typeof value === 'string', 'a string']
const callback: OptionCheck = [(value) => typeof value === 'function', 'a function']
const amount: OptionCheck = [
  (value) => typeof value === 'number' && value >= 0,
  'a number from 0 up',
]

/** Options of a mock server that a server does not have. */
const ofMocks: ReadonlySet<string> = new Set([
  ...['from', 'endpoints', 'rules', 'waitTimeout', 'waitScope'],
])
const common = Object.entries(mockServerChecks).filter(([name]) => !ofMocks.has(name))

const checks: OptionChecks = {
  ...Object.fromEntries(common),
  store: withMethods(['get', 'put', 'names'], 'a store, such as `createMemoryStore()` returns'),
  journal: withMethods(['arrive', 'page', 'close'], 'a journal, such as `createJournal()` returns'),
  dataDir: text,
  minFree: amount,
  onTrouble: callback,
  mcp: boolean,
  behindProxy: boolean,
  grace: amount,
  overrideGlobalObjects: boolean,
  onRequest: callback,
  web: callback,
  files: [isObject, 'an object'],
}

function print(error: unknown): void {
  process.stderr.write(`mock-endpoint: ${inspect(error)}\n`)
}

/**
 * Serves the mock endpoint service. Rejects with a `TypeError` if an option is not valid, with the
 * error of `listen` if the port is taken (`code` is `EADDRINUSE`), and with a `StoreError` if the
 * data folder cannot be opened. Its `kind` is `foreign` if the folder is neither empty nor a data
 * folder, `corrupt` if files are damaged or missing, `locked` if it is in use, otherwise
 * `unavailable` or `full`.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  checkOptions('startServer()', options, checks)
  return openServer({ ...options, onError: options.onError ?? print })
}
