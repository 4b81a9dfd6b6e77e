/**
 * mock-endpoint in the browser mode of Vitest: the client of the run's server.
 * @packageDocumentation
 */

import './matchers/extend.ts'

export { Problem, rawJson } from '@mock-endpoint/core/client'
export { verifyWebhook } from '@mock-endpoint/core/webhooks'
export { sharedMockServer } from './run/shared-mock-server.ts'

function needsNode(name: string): never {
  throw new Error(
    `${name} starts a server, which a browser cannot: use sharedMockServer() in the browser mode of Vitest.`,
  )
}

/** Throws, because a browser cannot start a server. */
export const createMockServer = (): never => needsNode('createMockServer()')
/** Throws, because a browser cannot start a server. */
export const mockFixture = (): never => needsNode('mockFixture()')
/** Throws on every use, because a browser cannot start a server. */
export const test: unknown = new Proxy(() => {}, {
  apply: () => needsNode('`test` with `mock`'),
  get: () => needsNode('`test` with `mock`'),
})
