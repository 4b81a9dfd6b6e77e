// Runs the cycles of one contender: `cycle.js <cycle> <warm-up> <measured>`. Prints the median and
// the 95th percentile of the duration of a cycle, and its average processor time, which other work
// of the machine changes least, all in milliseconds.
//
// A cycle does the same as a test with its own server: start, add one endpoint, one GET, close.
// Setup happens once, before the cycles. Each cycle checks the bytes of its response.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { percentile } from '../harness/stats.ts'
import { ask } from '../load/ask.ts'
import { load } from '../peers/load.mjs'

type Cycle = () => Promise<void>

const data = { hello: 'world' }
const text = '{"hello":"world"}'
const url = 'http://localhost/hello'

/** fetch, which a test would use, or the cheapest possible client. */
const clients = {
  fetch: async (port: number, path = '/hello', expected = text) =>
    checkResponse(await fetch(`http://127.0.0.1:${port}${path}`), expected),
  async 'node:http'(port: number, path = '/hello', expected = text) {
    const answer = await ask(`http://127.0.0.1:${port}${path}`)
    check(answer.status, answer.text, expected)
  },
}

const cycles: Record<string, () => Promise<Cycle> | Cycle> = {
  ...onSocket('fetch'),
  ...onSocket('node:http'),
  async 'core, app.request'() {
    const { createApp } = await import('@mock-endpoint/core')
    const { createMemoryStore } = await import('@mock-endpoint/core/memory')
    const body = JSON.stringify({ name: 'hello', data })
    return async () => {
      const store = createMemoryStore()
      const app = createApp({ store })
      await app.request('/api/endpoint/add', { method: 'PUT', body })
      await checkResponse(await app.request('/endpoint/hello'))
      await store.close()
    }
  },
  /** The server listens, although no request comes over its port. */
  async 'createMockServer, mock.fetch'() {
    const { createMockServer } = await import('@mock-endpoint/server')
    return async () => {
      const mock = await createMockServer()
      await mock.add({ name: 'hello', data })
      await checkResponse(await mock.fetch('/endpoint/hello'))
      await mock.close()
    }
  },
  async msw() {
    const { http, HttpResponse } = await load('msw')
    const { setupServer } = await load('msw/node')
    return async () => {
      const server = setupServer()
      server.listen({ onUnhandledRequest: 'error' })
      server.use(http.get(url, () => HttpResponse.json(data)))
      await checkResponse(await fetch(url))
      server.close()
    }
  },
  async nock() {
    const { default: nock } = await load('nock')
    // Its import has activated it.
    nock.restore()
    return async () => {
      nock.activate()
      nock('http://localhost').get('/hello').reply(200, data)
      await checkResponse(await fetch(url))
      nock.cleanAll()
      nock.restore()
    }
  },
  'mock.fetch, GET': () => fetching('GET'),
  'mock.fetch, POST': () => fetching('POST'),
}

/** Not a cycle, but one request to a mock that stays open. */
async function fetching(method: string): Promise<Cycle> {
  const { createMock } = await import('@mock-endpoint/core/mock')
  const mock = await createMock({ endpoints: [{ name: 'hello', data }] })
  const options = method === 'POST' ? { method, body: text } : { method }
  return async () => checkResponse(await mock.fetch('/endpoint/hello', options))
}

function onSocket(client: keyof typeof clients): typeof cycles {
  const askIt = clients[client]
  return {
    [`node:http, by ${client}`]: () => async () => {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      await askIt(portOf(server))
      await close(server)
    },
    async [`createMockServer, by ${client}`]() {
      const { createMockServer } = await import('@mock-endpoint/server')
      return async () => {
        const mock = await createMockServer()
        await mock.add({ name: 'hello', data })
        await askIt(mock.port, '/endpoint/hello')
        await mock.close()
      }
    },
    [`mockttp, start(0), by ${client}`]: () => mockttpCycle(askIt, 0),
    [`mockttp, start(), by ${client}`]: () => mockttpCycle(askIt),
    async [`json-server, by ${client}`]() {
      const { createApp } = await load('json-server/lib/app.js')
      const { Low, Memory } = await load('lowdb')
      return async () => {
        const app = createApp(new Low(new Memory(), { hello: data }))
        const server = app.listen(0, undefined, '127.0.0.1')
        await once(server, 'listening')
        // json-server indents its responses.
        await askIt(portOf(server), '/hello', JSON.stringify(data, null, 2))
        await close(server)
      }
    },
  }
}

/** Without a port, mockttp tries ports from 8000 up, past all it used in the last half minute. */
async function mockttpCycle(askIt: (port: number) => Promise<void>, port?: number): Promise<Cycle> {
  const { getLocal } = await load('mockttp')
  return async () => {
    const server = getLocal()
    await server.start(port)
    await server.forGet('/hello').thenJson(200, data)
    await askIt(server.port)
    await server.stop()
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

async function checkResponse(response: Response, expected = text): Promise<void> {
  check(response.status, await response.text(), expected)
}

function check(status: number, body: string, expected: string): void {
  if (status === 200 && body === expected) return
  throw new Error(`Wrong answer: ${status} with ${body}, not 200 with ${expected}`)
}

const [name = '', warmUp, measured] = process.argv.slice(2)
const cycle = (await cycles[name]?.()) ?? (() => Promise.reject(new Error(`No cycle ${name}.`)))

for (let i = 0; i < Number(warmUp); i++) await cycle()
const times: number[] = []
const before = process.cpuUsage()
for (let i = 0; i < Number(measured); i++) {
  const start = performance.now()
  await cycle()
  times.push(performance.now() - start)
}
const { user, system } = process.cpuUsage(before)
const figures = {
  ms: percentile(times, 0.5),
  'p95, ms': percentile(times, 0.95),
  'cpu, ms': (user + system) / times.length / 1000,
}
// Exits because some contenders leave something running.
process.stdout.write(JSON.stringify(figures), () => process.exit())
