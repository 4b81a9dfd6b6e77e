import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type AppOptions,
  createApp,
  createJournal,
  type EndpointStore,
  type Journal,
  StoreError,
} from '../../index.ts'
import { createMemoryStore } from '../../memory.ts'
import { createMock } from '../../mock.ts'
import type { Send } from '../send.ts'
import { statusMatrix } from '../status-matrix.ts'
import { describeContract } from './contract.ts'
import { add, ask, expectProblem, type ServiceOptions } from './contract-service.ts'

async function open(options: ServiceOptions = {}): Promise<Send> {
  return inProcess({
    ...options,
    web: ({ url }) => (new URL(url).pathname === '/' ? new Response('the web UI') : undefined),
  })
}

function inProcess(options: Partial<AppOptions> = {}): Send {
  const store = options.store ?? createMemoryStore()
  const app = createApp({ ...options, store })
  onTestFinished(() => store.close())
  return async (request) => app.fetch(request)
}

/** A store in memory whose gets, writes, removals and counts of endpoints fail. */
function failingStore(error: Error): EndpointStore {
  const fail = async (): Promise<never> => {
    throw error
  }
  return { ...createMemoryStore(), get: fail, put: fail, remove: fail, clear: fail, count: fail }
}

describeContract('in process', open)

describe('an app in process', () => {
  test('every status is sent with the data, or without a body where HTTP allows none', async () => {
    const responses = await statusMatrix(await open())
    expect(responses).toHaveLength(1600)
    for (const { statusCode, data, method, status, headers, body } of responses) {
      const isEmpty = [204, 205, 304].includes(statusCode)
      const length = isEmpty ? undefined : `${Buffer.byteLength(data)}`
      const sent = isEmpty || method === 'HEAD' ? '' : data
      expect({ status, length: headers['content-length'], body }).toEqual({
        status: statusCode,
        length: statusCode === 205 ? '0' : length,
        body: Buffer.from(sent).toString('base64'),
      })
    }
  })

  test('a body that declares too large a length is refused before it is read', async () => {
    const body = new ReadableStream(
      { pull: (controller) => controller.error(new Error('It was read.')) },
      { highWaterMark: 0 },
    )
    const headers = { 'content-length': '201' }
    const init = { method: 'PUT', body, headers, duplex: 'half' }
    const response = await ask(await open({ maxBody: 200 }), '/api/endpoint/add', init)
    await expectProblem(response, 413, 'body-too-large')
  })

  test('a body of undeclared length is read no further than the limit', async () => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled++
          controller.enqueue(new Uint8Array(100))
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'PUT', body, duplex: 'half' }
    const response = await ask(await open({ maxBody: 200 }), '/api/endpoint/add', init)
    await expectProblem(response, 413, 'body-too-large')
    expect(pulled).toBe(3)
  })

  test('health is degraded while the service drains', async () => {
    const draining = new AbortController()
    const send = inProcess({ draining: draining.signal })
    draining.abort()
    const response = await ask(send, '/api/health')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'degraded', endpoints: 0 })
  })

  test('health is degraded when the store fails', async () => {
    const response = await ask(
      inProcess({ store: failingStore(new StoreError('unavailable', 'It is away.')) }),
      '/api/health',
    )
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'degraded', reason: 'It is away.' })
  })

  test('health is degraded when the store accepts no writes', async () => {
    const check = () => Promise.reject(new StoreError('full', 'No room.'))
    const response = await ask(
      inProcess({ store: { ...createMemoryStore(), check } }),
      '/api/health',
    )
    expect(response.status).toBe(503)
    const reason = 'No room.'
    expect(await response.json()).toMatchObject({ status: 'degraded', endpoints: 0, reason })
  })

  test.each([
    { maxBody: Number.NaN },
    { maxDelayed: -1 },
    { cacheBytes: Number.NaN },
    { maxWaits: -1 },
    { maxStreams: Number.NaN },
  ])('createApp refuses the limits %o', (limits) => {
    expect(() => createApp({ store: createMemoryStore(), ...limits })).toThrow(TypeError)
  })

  test.each([
    { error: new StoreError('full', 'No room.'), status: 507, code: 'storage-full' },
    { error: new StoreError('unavailable', 'Away.'), status: 503, code: 'store-unavailable' },
    { error: new StoreError('corrupt', 'Broken.'), status: 503, code: 'store-unavailable' },
    { error: new Error('a private matter'), status: 500, code: 'internal-error' },
  ])('an error of the store ($error.message) is $code on both planes', async (row) => {
    const { error, status, code } = row
    const reported: unknown[] = []
    const onError = (error: unknown): void => void reported.push(error)
    const send = inProcess({ store: failingStore(error), onError })
    const calls = [await ask(send, '/endpoint/a'), await add(send, { name: 'a', data: 1 })]
    for (const response of calls) {
      const { detail } = await expectProblem(response, status, code)
      expect(detail).not.toContain('private')
    }
    // One failure of a store can fail many requests, but is reported only once.
    expect(reported).toEqual([error])
  })

  test('a delayed response above the limit is refused with Retry-After', async () => {
    const send = inProcess({ maxDelayed: 0 })
    await add(send, { name: 'slow', data: 1, delay: 1 })
    const response = await ask(send, '/endpoint/slow')
    await expectProblem(response, 503, 'too-many-delayed')
    expect(response.headers.get('retry-after')).toBe('1')
  })

  test('a wait above the limit is refused until another wait ends, but lists are not', async () => {
    const send = inProcess({ maxWaits: 1 })
    const waiting = ask(send, '/api/request?wait=60000')
    const refused = await ask(send, '/api/request?wait=1')
    await expectProblem(refused, 503, 'too-many-waits')
    expect(refused.headers.get('retry-after')).toBe('1')
    for (const query of ['', '?wait=0']) {
      expect((await ask(send, `/api/request${query}`)).status).toBe(200)
    }
    await ask(send, '/endpoint/a')
    expect((await waiting).status).toBe(200)
    expect((await ask(send, '/api/request?wait=1')).status).toBe(200)
  })

  test('a wait whose client disconnects frees its place, and reads no page', async () => {
    const limits: unknown[] = []
    const kept = createJournal()
    const journal: Journal = {
      ...kept,
      page(query, signal) {
        limits.push(query?.limit)
        return kept.page(query, signal)
      },
    }
    const app = createApp({ store: createMemoryStore(), journal, maxWaits: 1 })
    const url = 'http://localhost/api/request?wait=60000'
    for (let i = 0; i < 3; i++) {
      const client = new AbortController()
      const waiting = app.fetch(new Request(url, { signal: client.signal }))
      client.abort()
      expect((await waiting).status).toBe(499)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(limits).toEqual([1, 1, 1])
  })

  test('waits of a mock in process are not limited by maxWaits or maxStreams', async () => {
    const mock = await createMock({ maxWaits: 0, maxStreams: 0 })
    const waiting = mock.waitForRequest()
    await mock.fetch('/endpoint/a')
    expect(await waiting).toMatchObject({ path: '/endpoint/a' })
    const refused = await mock.fetch('/api/request', { headers: { accept: 'text/event-stream' } })
    await expectProblem(refused, 503, 'too-many-streams')
    await mock.close()
  })

  test('the OpenAPI document is valid, and each of its operations responds with 200', async () => {
    const send = inProcess({ allowSend: ['localhost'], forwarder: () => new Promise(() => {}) })
    const delivery = '{"to":"http://localhost","event":1}'
    const document = (await (await ask(send, '/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
    const bodies: Record<string, string> = {
      '/api/delivery/send': delivery,
      '/api/endpoint/add': '{"name":"orders","data":2}',
      '/api/import': '{"endpoints":[{"name":"orders","data":2}],"rules":[]}',
      '/api/rule/add': '{"endpoint":"orders","response":{}}',
    }
    const holding =
      '{"id":"r","endpoint":"orders","when":{"query":{"free":null}},"times":1,"response":{"hold":true}}'
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of Object.keys(item).filter((key) => key !== 'parameters')) {
        await add(send, { name: 'orders', data: 1 })
        if (path.startsWith('/api/'))
          await ask(send, '/api/rule/add', { method: 'PUT', body: holding })
        const sending = await ask(send, '/api/delivery/send', { method: 'PUT', body: delivery })
        const sent = (await sending.json()) as { id: number }
        const held = path.endsWith('/release') && ask(send, '/endpoint/orders')
        const init = { method: method.toUpperCase(), body: bodies[path] ?? null }
        if (!held) await ask(send, '/endpoint/orders?free')
        const list = (await (await ask(send, '/api/request')).json()) as {
          requests: { id: number }[]
        }
        const id = String(list.requests.at(-1)?.id)
        const target = path
          .replace('{name}', 'orders')
          .replace('/delivery/{id}', `/delivery/${sent.id}`)
          .replace('/rule/{id}', '/rule/r')
          .replace('{id}', id)
        const response = await ask(send, target, init)
        expect({ path, method, status: response.status }).toEqual({ path, method, status: 200 })
        if (held) expect((await held).status).toBe(200)
        await ask(send, '/api/rule', { method: 'DELETE' })
      }
    }
  })
})
