import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createWire } from '../control/wire.ts'
import { createMemoryStore } from '../memory.ts'
import { ask, expectProblem } from '../test/contract/contract-service.ts'
import { type Follower, followEvents } from '../test/event-streams.ts'
import type { Send } from '../test/send.ts'
import { type App, createApp } from './app.ts'

function ours(): App {
  const store = createMemoryStore()
  onTestFinished(() => store.close())
  return createApp({ store })
}

/** Another copy of Hono, as for a user whose version differs from the one we depend on. */
const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-hono-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await cp(fileURLToPath(new URL('.', import.meta.resolve('hono'))), folder, { recursive: true })
await writeFile(join(folder, 'package.json'), '{"type":"module"}')
const other = (await import(pathToFileURL(join(folder, 'index.js')).href)) as { Hono: typeof Hono }

/** Mounts our app in another app, which responds with `theirs` to all other paths. */
function mountedAt(pattern: string, TheirHono = other.Hono): Send {
  const theirs = new TheirHono()
  theirs.route(pattern, ours())
  theirs.all('*', (c) => c.text('theirs'))
  return async (request) => theirs.fetch(request)
}

function controlAt(send: Send, prefix: string) {
  const fetch: typeof globalThis.fetch = (input, init) => send(new Request(input, init))
  return createWire({ url: `http://localhost${prefix}`, fetch })
}

function follow(send: Send, prefix: string): Promise<Response> {
  return ask(send, `${prefix}/api/request`, { headers: { accept: 'text/event-stream' } })
}

async function outcomes(stream: Follower): Promise<string[]> {
  await stream.readAll()
  await stream.cancel()
  return stream.outcomes()
}

async function urls(send: Send, prefix: string): Promise<string[]> {
  const { requests } = await controlAt(send, prefix).listRequests({})
  return requests.map(({ path, query }) => (query === '' ? path : `${path}?${query}`))
}

const mounts: readonly (readonly [pattern: string, prefix: string])[] = [
  ['/mocks', '/mocks'],
  ['/a/b/mocks', '/a/b/mocks'],
  ['/:tenant/mocks', '/acme/mocks'],
  ['/:tenant/mocks', '/caf%C3%A9/mocks'],
  ['/:tenant/mocks', '/api/mocks'],
  // Hono treats an optional segment as required, unless it is the last one.
  ['/:tenant?/mocks', '/acme/mocks'],
  ['/*/mocks', '/acme/mocks'],
  ['/:path{.+}/mocks', '/a/b/mocks'],
  ['/:path{.+}/mocks', '/a/caf%C3%A9/mocks'],
  ['/', ''],
]

test('mounted behind a middleware that reads the body, calls and requests keep theirs', async () => {
  const theirs = new other.Hono()
  theirs.use(async (c, next) => {
    await c.req.text()
    await next()
  })
  theirs.route('/mocks', createApp({ store: createMemoryStore() }))
  const ask = (method: string, path: string, body?: string): Promise<Response> =>
    Promise.resolve(theirs.request(`/mocks${path}`, { method, ...(body && { body }) }))
  const added = await ask('PUT', '/api/endpoint/add', '{"name":"a","data":1.0}')
  expect(await added.json()).toMatchObject({ success: true, name: 'a' })
  expect(await (await ask('POST', '/endpoint/a', '{"b":2}')).text()).toBe('1.0')
  const { requests } = await (await ask('GET', '/api/request')).json()
  expect(requests).toMatchObject([{ body: '{"b":2}', outcome: 'answered' }])
})

test('mounted in an app of an old Hono, a request reports the version that is needed', async () => {
  const reported: Error[] = []
  const theirs = new Hono()
  const onError = (error: unknown): void => void reported.push(error as Error)
  theirs.route('/mocks', createApp({ store: createMemoryStore(), onError }))
  for (const route of theirs.routes) Object.assign(route, { basePath: undefined })
  expect((await theirs.request('/mocks/endpoint/a')).status).toBe(500)
  expect(reported.map(({ message }) => message).join()).toContain('needs Hono 4.13')
})

describe.each(mounts)('mounted at %s, with requests to %s', (pattern, prefix) => {
  test.each([
    ['our copy', Hono],
    ['another copy', other.Hono],
  ])('every operation works in a mounted app, with %s of Hono', async (_, TheirHono) => {
    const send = mountedAt(pattern, TheirHono)
    const control = controlAt(send, prefix)
    await control.addEndpoint('{"name":"orders","data":1.10}')
    expect(await (await ask(send, `${prefix}/endpoint/orders?a=b`)).text()).toBe('1.10')
    expect(await control.getEndpoint('orders')).toMatchObject({ data: '1.10' })
    expect(await control.listEndpoints({})).toMatchObject({ endpoints: [{ name: 'orders' }] })
    expect(await control.getHealth(undefined)).toMatchObject({ status: 'ok', endpoints: 1 })
    const events = followEvents(await follow(send, prefix))
    expect(await outcomes(events)).toEqual(['1 answered'])
    expect(await urls(send, prefix)).toEqual([`${prefix}/endpoint/orders?a=b`])
    expect(await control.getRequest('1')).toMatchObject({ endpoint: 'orders' })
    await control.reset('{"endpoints":true}')
    expect(await urls(send, prefix)).toEqual([])
    expect(await control.clearEndpoints(undefined)).toBe(0)
  })

  test('an unknown path is recorded, and its problem includes the prefix', async () => {
    const send = mountedAt(pattern)
    const miss = await ask(send, `${prefix}/endpoint/orders`)
    const { detail } = await expectProblem(miss, 404, 'endpoint-not-found')
    expect(detail).toContain(` PUT ${prefix}/api/endpoint/add makes one.`)
    for (const path of ['/nothing', '/endpoint/a/b', '/apix']) {
      const problem = await expectProblem(await ask(send, prefix + path), 404, 'not-found')
      expect(problem['detail']).toContain(`at ${prefix}${path}. `)
      expect(problem['detail']).toContain(` ${prefix}/endpoint/{name};`)
      expect(problem['detail']).toContain(` ${prefix}/api/openapi.json.`)
    }
    const asked = ['/endpoint/orders', '/nothing', '/endpoint/a/b', '/apix']
    expect(await urls(send, prefix)).toEqual(asked.map((path) => prefix + path))
  })

  test('problems of the control API include the prefix', async () => {
    const send = mountedAt(pattern)
    const nothing = await ask(send, `${prefix}/api/nothing`)
    const { detail } = await expectProblem(nothing, 404, 'not-found')
    expect(detail).toContain(` ${prefix}/api/openapi.json.`)
    const endpoint = await ask(send, `${prefix}/api/endpoint/orders`)
    const missing = await expectProblem(endpoint, 404, 'endpoint-not-found')
    expect(missing['detail']).toContain(` PUT ${prefix}/api/endpoint/add makes one.`)
    const request = await expectProblem(
      await ask(send, `${prefix}/api/request/7`),
      404,
      'request-not-found',
    )
    expect(request['detail']).toContain(` GET ${prefix}/api/request lists`)
    const method = await ask(send, `${prefix}/api/health`, { method: 'PUT' })
    const refused = await expectProblem(method, 405, 'method-not-allowed')
    expect(refused['detail']).toMatch(new RegExp(`^${prefix}/api/health does not take PUT`))
  })
})

describe('an app that mounts ours', () => {
  test.each(['/', '/endpoint/orders', '/api/health', '/mocksx', '/other/mocks/endpoint/orders'])(
    'an app that mounts ours answers %s itself',
    async (path) => {
      const response = await ask(mountedAt('/mocks'), path)
      expect(await response.text()).toBe('theirs')
    },
  )

  test('an app mounted twice shares endpoints, journal and the limit of streams', async () => {
    const app = ours()
    const theirs = new Hono().route('/a', app).route('/b/:id', app)
    const send: Send = async (request) => theirs.fetch(request)
    await controlAt(send, '/a').addEndpoint('{"name":"orders","data":1}')
    expect((await ask(send, '/b/1/endpoint/orders')).status).toBe(200)
    expect(await urls(send, '/a')).toEqual(['/b/1/endpoint/orders'])
    const streams: Response[] = []
    for (let i = 0; i < 16; i++) streams.push(await follow(send, i % 2 ? '/a' : `/b/${i}`))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    for (const prefix of ['/a', '/b/1']) {
      await expectProblem(await follow(send, prefix), 503, 'too-many-streams')
    }
    await streams[0]?.body?.cancel()
    const again = await follow(send, '/a')
    expect(again.status).toBe(200)
    for (const { body } of [...streams.slice(1), again]) await body?.cancel()
  })
})

test.each([
  ['/orders', '`orders` is an endpoint, and answers at /mocks/endpoint/orders: give the client'],
  ['/v1/orders?a=1', '`orders` is an endpoint, and answers at /mocks/endpoint/orders'],
  ['/a%20b', '`a b` is an endpoint, and answers at /mocks/endpoint/a%20b'],
  [
    '/endpoint/orders/7',
    '`orders` answers at /mocks/endpoint/orders, and there is nothing below it',
  ],
  ['/endpoint/other/orders', 'Endpoints answer at /mocks/endpoint/{name}'],
  ['/%ff/other', 'Endpoints answer at /mocks/endpoint/{name}'],
])('a path that is almost the path of an endpoint gets a hint: %s', async (path, hint) => {
  const send = mountedAt('/mocks')
  const control = controlAt(send, '/mocks')
  for (const name of ['orders', 'a b']) await control.addEndpoint(JSON.stringify({ name, data: 1 }))
  const response = await ask(send, `/mocks${path}`)
  expect((await expectProblem(response, 404, 'not-found')).detail).toContain(hint)
})
