// What is imported, one of them in each process. Each says what it found: that it is the right one.
import { load } from '../peers/load.mjs'

export const imports: Record<string, () => Promise<unknown>> = {
  'node:http': async () => (await import('node:http')).createServer,
  '@mock-endpoint/server': async () => (await import('@mock-endpoint/server')).createMockServer,
  '@mock-endpoint/core + /memory': async () => {
    const { createApp } = await import('@mock-endpoint/core')
    const { createMemoryStore } = await import('@mock-endpoint/core/memory')
    return [createApp, createMemoryStore].find((found) => typeof found !== 'function') ?? createApp
  },
  mockttp: async () => (await load('mockttp')).getLocal,
  'msw/node': async () => (await load('msw/node')).setupServer,
  nock: async () => (await load('nock')).default,
  'json-server': async () => (await load('json-server/lib/app.js')).createApp,
}
