// One import in a fresh process. The first argument names it. Prints the milliseconds that it took.
import { load } from '../peers/load.mjs'

/** Each resolves to an exported function, which shows that it is the right module. */
const imports: Record<string, () => Promise<unknown>> = {
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

const importIt = imports[process.argv[2] ?? '']
const start = performance.now()
const found = await importIt?.()
const ms = performance.now() - start
if (typeof found !== 'function') throw new Error(`${process.argv[2]} has no such export.`)
// Exits because some modules leave something running.
process.stdout.write(JSON.stringify({ ms }), () => process.exit())
