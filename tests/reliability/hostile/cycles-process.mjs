// Starts servers one after another in its own process, sends each one request, and stops it. Counts
// and prints what they have left behind half-way and at the end.
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openLevelStore } from '@mock-endpoint/core/level'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { createMockServer, startServer } from '@mock-endpoint/server'

const cycles = Number(process.argv[2])
const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-'))
const endpoint = { name: 'orders', data: '[1.10]', statusCode: 200, delay: 0 }

/** Sends a request on its own socket, and resolves to the response. */
function ask(url) {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      response.on('close', () => resolve(`${response.statusCode} ${body}`))
    }).on('error', reject)
  })
}

async function withServer(store) {
  await store.put(endpoint)
  const server = await startServer({ store, port: 0 })
  const answer = await ask(`${server.url}/endpoint/orders`)
  await server.close()
  await store.close()
  return answer
}

async function withMockServer() {
  const server = await createMockServer({ endpoints: [{ name: 'orders', data: [1.5] }] })
  const answer = await ask(server.url('orders'))
  await server.close()
  return answer
}

/** Number of wrong responses. */
let wrong = 0

/** Runs so many servers: every tenth on a folder, the others by turns of two kinds in memory. */
async function run(count) {
  for (let cycle = 0; cycle < count; cycle++) {
    const answer =
      cycle % 10 === 0
        ? await withServer(await openLevelStore(join(folder, String(cycle % 7))))
        : cycle % 2 === 0
          ? await withServer(createMemoryStore())
          : await withMockServer()
    if (answer !== '200 [1.10]' && answer !== '200 [1.5]') wrong += 1
  }
}

const ownFiles = '/proc/self/fd'

/** Resolves to what the process holds after a garbage collection. */
async function holdings() {
  for (let i = 0; i < 5; i++) {
    globalThis.gc()
    await setImmediate()
  }
  const { heapUsed, rss } = process.memoryUsage()
  return {
    heapUsed,
    rss,
    handles: process.getActiveResourcesInfo().sort(),
    listeners: process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`),
    // Only Linux has this folder.
    files: existsSync(ownFiles) ? readdirSync(ownFiles).length : 0,
  }
}

async function report() {
  try {
    await run(50)
    const before = await holdings()
    await run(cycles / 2)
    const half = await holdings()
    await run(cycles / 2)
    return { wrong, before, half, end: await holdings() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// A server that is still open would keep the process alive.
process.stdout.write(JSON.stringify(await report()), () => process.exit())
