// A stored endpoint that cannot be read affects only itself.
import { MemoryLevel } from 'memory-level'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../client.ts'
import { type App, createApp, StoreError } from '../../index.ts'
import { utf8 } from '../../level/database.ts'
import { toKey } from '../../level/records.ts'
import { type LevelDatabase, openLevelStore } from '../../level.ts'
import { createMemoryStore } from '../../memory.ts'
import { all, endpoint, putAll } from '../../store-contract/cases.ts'

interface Service {
  readonly app: App
  /** Calls the control API. */
  readonly call: (path: string, init?: RequestInit) => Promise<{ status: number; body: unknown }>
}

/** Serves these endpoints, of which some cannot be read. */
async function serve(names: readonly string[], broken: readonly string[]): Promise<Service> {
  const db: LevelDatabase = new MemoryLevel()
  const store = await openLevelStore(db)
  onTestFinished(() => store.close())
  await putAll(store, ...names)
  const garbage = broken.map((name) => ({ type: 'put', key: toKey(name), value: 'x' }) as const)
  await db.batch(garbage, { ...utf8, sync: true })
  const app = createApp({ store, onError: () => {} })
  return {
    app,
    async call(path, init) {
      const response = await app.fetch(new Request(`http://localhost/api/${path}`, init))
      return { status: response.status, body: await response.json() }
    },
  }
}

function add(name: string): RequestInit {
  return { method: 'PUT', body: `{"name":"${name}","data":1}` }
}

const working = { status: 200, body: { status: 'ok' } }

test('a list leaves out unreadable endpoints and names them, page by page', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const { call } = await serve(names, ['a', 'c', 'd', 'g'])
  const { status, body } = await call('endpoint')
  const others = names.filter((name) => 'bef'.includes(name)).map((name) => ({ name }))
  expect(status).toBe(200)
  expect(body).toMatchObject({ endpoints: others, next: null, unreadable: ['a', 'c', 'd', 'g'] })
  const pages = [
    ['', { endpoints: [{ name: 'b' }], next: 'd', unreadable: ['a', 'c', 'd'] }],
    ['&after=d', { endpoints: [{ name: 'e' }], next: 'e' }],
    ['&after=e', { endpoints: [{ name: 'f' }], next: null, unreadable: ['g'] }],
  ] as const
  for (const [after, page] of pages) {
    expect((await call(`endpoint?limit=1${after}`)).body).toMatchObject(page)
  }
  expect((await call('endpoint?limit=1&after=d')).body).not.toHaveProperty('unreadable')
})

test('lists and health name at most 100 unreadable endpoints', async () => {
  const names = Array.from({ length: 150 }, (_, i) => `${i + 1000}`)
  const { call } = await serve(names, names)
  const unreadable = names.slice(0, 100)
  expect((await call('endpoint')).body).toEqual({ endpoints: [], next: null, unreadable })
  expect((await call('health')).body).toMatchObject({ unreadable })
})

test.each(['listed', 'got', 'asked for'])(
  'once an unreadable endpoint was %s, health names it, and others still work',
  async (how) => {
    const { app, call } = await serve(['a', 'b'], ['a'])
    expect(await call('health')).toMatchObject(working)
    if (how === 'listed') await call('endpoint')
    if (how === 'got') expect(await call('endpoint/a')).toMatchObject({ status: 503 })
    if (how === 'asked for') {
      const response = await app.fetch(new Request('http://localhost/endpoint/a'))
      expect(response.status).toBe(503)
    }
    const reason =
      'The stored data or a stored rule of `a` cannot be read. Add it again, or remove it.'
    expect(await call('health')).toMatchObject({
      status: 200,
      body: { status: 'degraded', endpoints: 2, reason, unreadable: ['a'] },
    })
    expect(await call('endpoint/b')).toMatchObject({ status: 200 })
  },
)

test.each([
  ['is added again', 'endpoint/add', add('a')],
  ['is removed', 'endpoint/a', { method: 'DELETE' }],
  ['is cleared with all others', 'endpoint', { method: 'DELETE' }],
])('health is ok again when the unreadable endpoint %s', async (_, path, init) => {
  const { call } = await serve(['a', 'b'], ['a'])
  await call('endpoint')
  expect(await call('health')).toMatchObject({ body: { status: 'degraded' } })
  expect(await call(path, init)).toMatchObject({ status: 200 })
  expect(await call('health')).toMatchObject(working)
  expect((await call('endpoint')).body).not.toHaveProperty('unreadable')
})

test('the typed client lists the readable endpoints, and its health names the others', async () => {
  const { app } = await serve(['a', 'b'], ['a'])
  const fetch = async (url: string | URL | Request, init?: RequestInit) =>
    app.fetch(new Request(url, init))
  const client = createClient({ url: 'http://localhost', fetch })
  expect(await all(client.list())).toMatchObject([{ name: 'b' }])
  expect(await client.health()).toMatchObject({ status: 'degraded', unreadable: ['a'] })
})

test('health names an endpoint whose read rejects as corrupt', async () => {
  const store = createMemoryStore()
  await store.put(endpoint('a'))
  const get = () => Promise.reject(new StoreError('corrupt', 'It cannot be read.'))
  const app = createApp({ store: { ...store, get }, onError: () => {} })
  await app.fetch(new Request('http://localhost/endpoint/a'))
  const health = await app.fetch(new Request('http://localhost/api/health'))
  expect(await health.json()).toMatchObject({ status: 'degraded', unreadable: ['a'] })
})
