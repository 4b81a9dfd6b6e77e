// What the app does when those around it misbehave: servers, outer apps, reporters, clients.
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createWire } from '../client.ts'
import { createMemoryStore } from '../memory.ts'
import { createMock } from '../mock.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { createApp } from './app.ts'
import type { AppOptions } from './app-options.ts'

function open(options: Partial<AppOptions> = {}) {
  return createApp({ store: createMemoryStore(), ...options })
}

const eventStream = { accept: 'text/event-stream' }

describe('the guard', () => {
  test('judges the Request, not the one that a server had before', async () => {
    const app = open({ token: 'secret' })
    // As HTTP/2 has it: the host stands in the URL alone.
    const env = { incoming: { url: '/api/endpoint', rawHeaders: [':authority', 'evil.example'] } }
    const evil = await app.fetch(new Request('http://evil.example/api/endpoint'), env)
    expect(evil.status).toBe(403)
    const authorization = { authorization: 'Bearer secret' }
    const url = 'http://localhost/api/endpoint?limit=1'
    const rewritten = await app.fetch(new Request(url, { headers: authorization }), env)
    expect(rewritten.status).toBe(200)
  })

  test('is not reached by an encoded /api of a mounted app, which is a path where nothing is', async () => {
    const outer = new Hono().route('/mocks', open())
    const response = await outer.request('/mocks/%61pi/endpoint')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('/mocks/%61pi/endpoint'),
    })
  })
})

test('a reporter that throws fails no request', async () => {
  const broken = async (): Promise<never> => {
    throw new Error('broken')
  }
  const store: EndpointStore = { ...createMemoryStore(), get: broken, count: broken }
  const app = open({
    store,
    onError: () => {
      throw new Error('so is the reporter')
    },
  })
  for (const path of ['/endpoint/a', '/api/health', '/api/endpoint/a']) {
    expect([path, (await app.request(path)).status]).toEqual([path, 500])
  }
})

test('streams of clients that had left before they began take no places', async () => {
  const app = open()
  const url = 'http://localhost/api/request'
  for (let i = 0; i < 20; i++) {
    const left = { headers: eventStream, signal: AbortSignal.abort() }
    await (await app.fetch(new Request(url, left))).body?.cancel()
  }
  const response = await app.fetch(new Request(url, { headers: eventStream }))
  expect(response.status).toBe(200)
  await response.body?.cancel()
})

test('a name that no path can hold is the same problem in process and over fetch', async () => {
  const mock = await createMock()
  const wire = createWire({ url: 'http://localhost', fetch: mock.fetch })
  for (const name of ['', '.', '..', '\ud800']) {
    const problem = { code: 'invalid-endpoint' }
    await expect(wire.getEndpoint(name)).rejects.toMatchObject(problem)
    await expect(mock.get(name)).rejects.toMatchObject(problem)
  }
})
