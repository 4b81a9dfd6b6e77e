// The app when servers, outer apps, error reporters or clients misbehave.
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
  test('the guard checks the Request, not the one that the server received', async () => {
    const app = open({ token: 'secret' })
    // As in HTTP/2, only the URL has the host.
    const env = { incoming: { url: '/api/endpoint', rawHeaders: [':authority', 'evil.example'] } }
    const evil = await app.fetch(new Request('http://evil.example/api/endpoint'), env)
    expect(evil.status).toBe(403)
    const authorization = { authorization: 'Bearer secret' }
    const url = 'http://localhost/api/endpoint?limit=1'
    const rewritten = await app.fetch(new Request(url, { headers: authorization }), env)
    expect(rewritten.status).toBe(200)
  })

  test('an encoded /api below a mounted app is not found', async () => {
    const outer = new Hono().route('/mocks', open())
    const response = await outer.request('/mocks/%61pi/endpoint')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('/mocks/%61pi/endpoint'),
    })
  })
})

test('a request that fails gets a 500, even if `onError` throws', async () => {
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

test('a stream for a client that has disconnected does not count towards the limit', async () => {
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

test('a name that no path can contain is the same problem in process and over fetch', async () => {
  const mock = await createMock()
  const wire = createWire({ url: 'http://localhost', fetch: mock.fetch })
  for (const name of ['', '.', '..', '\ud800']) {
    const problem = { code: 'invalid-endpoint' }
    await expect(wire.getEndpoint(name)).rejects.toMatchObject(problem)
    await expect(mock.get(name)).rejects.toMatchObject(problem)
  }
})
