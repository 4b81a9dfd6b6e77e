// A server for the whole run, for `globalSetup` in the Vitest configuration.
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { startServer } from '@mock-endpoint/server'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run: `inject('mockEndpoint').url`, such as `http://localhost:41234`. */
    mockEndpoint: { url: string }
  }
}

/**
 * Starts a server in memory, on a port of its own, before the tests; tests find its URL with
 * `inject('mockEndpoint')`. The function it returns stops it again.
 */
export default async function setup({
  provide,
}: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const server = await startServer({ store: createMemoryStore(), port: 0, grace: 0 })
  const provided: ProvidedContext['mockEndpoint'] = { url: server.url }
  provide('mockEndpoint', provided)
  return server.close
}
