// A fresh process for one import, named by the first argument; prints how long it took.
import { load } from '../peers/load.mjs'

/** Each says what it found: that it is the right one. */
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
// Some leave something running.
process.stdout.write(JSON.stringify({ ms }), () => process.exit())
