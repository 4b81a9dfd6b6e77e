/**
 * The plugin for `vitest.config.ts`.
 * @module @mock-endpoint/vitest-plugin/plugin
 */
/// <reference types="vitest/config" />
import type { AnyApi } from '@mock-endpoint/core/client'
import {
  checkOptions,
  commonChecks,
  type OptionCheck,
  type OptionChecks,
  portCheck,
} from '@mock-endpoint/core/mock'
import { fromRoot } from './run/from-root.ts'
import type { RunOptions } from './run/shared-server.ts'

export type * from '@mock-endpoint/core/mock-types'
export type { RunOptions } from './run/shared-server.ts'

/** The members of a Vite plugin that this one has. */
export interface MockEndpointPlugin {
  readonly name: string
  /** Called by Vitest with its configuration. Returns the additions to it. */
  readonly config: (config: { readonly root?: string }) => object
}

const fromCheck: OptionCheck = [
  (value) => (typeof value === 'string' && value !== '') || value instanceof URL,
  "a folder or a file such as 'mocks/', or a file URL",
]

const runChecks: OptionChecks = {
  ...commonChecks,
  rules: [
    (value) => Array.isArray(value) && value.every(isSendable),
    "a list of rules such as [{ endpoint: 'orders', response: { statusCode: 503 } }], whose responses are not functions",
  ],
  port: portCheck,
  from: fromCheck,
  env: [
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((name) => name === true || typeof name === 'string'),
    "an object such as { API_URL: true, ORDERS_URL: 'orders' }",
  ],
}

/** Whether a rule can be sent to other processes, as functions cannot. */
function isSendable(rule: unknown): boolean {
  return typeof rule === 'object' && typeof Reflect.get(rule ?? {}, 'response') !== 'function'
}

/**
 * Adds one mock server for the whole run, started before the tests. `sharedMockServer()` in a test
 * returns its client. Throws a `TypeError` if an option is not valid.
 */
export function mockEndpoint<Api extends object = AnyApi>(
  options: RunOptions<Api> = {},
): MockEndpointPlugin {
  checkOptions('mockEndpoint()', options, runChecks)
  return {
    name: 'mock-endpoint',
    // The hook `configureVitest` is not called for every layout of projects.
    config: ({ root = process.cwd() }) => ({
      test: {
        globalSetup: ['@mock-endpoint/vitest-plugin/global-setup'],
        provide: { mockEndpointOptions: sendable(options, root) },
        ...(options.from && { forceRerunTriggers: triggers(fromRoot(options.from, root)) }),
      },
    }),
  }
}

/** Returns the options with a path instead of a URL, which cannot be sent to other processes. */
function sendable<Api extends object>(options: RunOptions<Api>, root: string): RunOptions<Api> {
  return options.from === undefined ? options : { ...options, from: fromRoot(options.from, root) }
}

/** Returns Vitest's default triggers, which the option replaces, and the files. */
function triggers(path: string): readonly string[] {
  const files = path.replaceAll('\\', '/').replace(/[()[\]{}!*?]/g, '\\$&')
  return ['**/package.json/**', '**/{vitest,vite}.config.*/**', files, `${files}/**`]
}
