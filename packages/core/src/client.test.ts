import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient, Problem, type ProblemExtensions } from './client.ts'
import { createApp, createFetch, problemCodes } from './index.ts'
import { createMemoryStore } from './memory.ts'
import { describeClient } from './test/client/client-cases.ts'
import { connect, rejection } from './test/client/client-service.ts'

const url = 'http://localhost:16540'

describeClient('in process', async ({ store = createMemoryStore(), ...options } = {}) => ({
  url,
  fetch: createFetch(createApp({ ...options, store }), url),
}))

/** Returns a client that gets this response to every request. */
function answeredWith(body: string | null, init?: ResponseInit) {
  return createClient({ url, fetch: async () => new Response(body, init) })
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error = await rejection(promise)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(Problem)
  return (error as Error).message
}

/** Returns a port of this machine on which no server listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('health resolves to `degraded` while the service is stopping', async () => {
  const store = createMemoryStore()
  const app = createApp({ store, draining: AbortSignal.abort() })
  const { client } = connect({ url, fetch: createFetch(app, url) })
  expect(await client.health()).toEqual({
    status: 'degraded',
    version: expect.any(String),
    endpoints: 0,
    store: 'memory',
    rules: 0,
    seed: expect.any(Number),
    reason: 'The service is stopping.',
  })
})

describe('problem responses', () => {
  const extensions: fc.Arbitrary<ProblemExtensions> = fc.record(
    {
      errors: fc.array(fc.record({ pointer: fc.string(), detail: fc.string() })),
      name: fc.string({ unit: 'binary' }),
      nearMisses: fc.array(fc.string()),
      line: fc.nat(),
      column: fc.nat(),
      limit: fc.nat(),
    },
    { requiredKeys: [] },
  )

  test.each(problemCodes)('a problem is thrown as the service made it: %s', async (code) => {
    await fc.assert(
      fc.asyncProperty(fc.string(), extensions, async (detail, members) => {
        const made = new Problem(code, detail, members)
        const client = createClient({ url, fetch: async () => made.getResponse() })
        const thrown = await rejection(client.clear())
        expect(thrown).toBeInstanceOf(Problem)
        expect(thrown).toMatchObject({ code, status: made.status, message: detail })
        expect((thrown as Problem).extensions).toEqual(members)
        expect(JSON.stringify(thrown)).toBe(JSON.stringify(made))
      }),
      { numRuns: 20 },
    )
  })

  test('endpoint-not-found is a result for get and remove, and an error for other calls', async () => {
    const made = new Problem('endpoint-not-found', 'No.', { name: 'a', nearMisses: [] })
    const client = createClient({ url, fetch: async () => made.getResponse() })
    expect(await client.get('a')).toBeUndefined()
    expect(await client.remove('a')).toBe(false)
    const others = [client.clear(), client.add({ name: 'a', data: 1 }), client.health()]
    for (const call of others) expect(await rejection(call)).toMatchObject({ code: made.code })
  })

  test('health rejects with the problem shutting-down', async () => {
    const made = new Problem('shutting-down', 'Soon.')
    const client = createClient({ url, fetch: async () => made.getResponse() })
    expect(await rejection(client.health())).toMatchObject({ code: 'shutting-down' })
  })
})

describe('errors for responses of another service', () => {
  test('the error for a web page includes the URL and the response', async () => {
    const client = answeredWith('<!doctype html><title>Vite</title>', { status: 200 })
    expect(await messageOf(client.health())).toMatchInlineSnapshot(
      `"GET http://localhost:16540/api/health answered 200 with \`<!doctype html><title>Vite</title>\`, which is not a mock-endpoint response. Check the url of the client."`,
    )
    const { get } = answeredWith('<h1>Not Found</h1>', { status: 404 })
    expect(await messageOf(get('orders'))).toMatchInlineSnapshot(
      `"GET http://localhost:16540/api/endpoint/orders answered 404 with \`<h1>Not Found</h1>\`, which is not a mock-endpoint response. Check the url of the client."`,
    )
  })

  test('the error for a long response includes its first 100 characters', async () => {
    const message = await messageOf(answeredWith('x'.repeat(101)).clear())
    expect(message).toContain(` \`${'x'.repeat(100)}…\`,`)
    expect(await messageOf(answeredWith('x'.repeat(100)).clear())).not.toContain('…')
  })

  test('the error for an empty response includes the URL and the status', async () => {
    const client = answeredWith(null, { status: 502 })
    expect(await messageOf(client.reset())).toMatchInlineSnapshot(
      `"POST http://localhost:16540/api/reset answered 502 with no body, which is not a mock-endpoint response. Check the url of the client."`,
    )
    const { clear } = answeredWith(null, { status: 204 })
    expect(await messageOf(clear())).toMatchInlineSnapshot(
      `"DELETE http://localhost:16540/api/endpoint answered 204 with no body, which is not a mock-endpoint response. Check the url of the client."`,
    )
  })

  test('the error for a problem with an unknown code includes the response', async () => {
    const client = answeredWith('{"code":"too-new","detail":"It is new."}', { status: 400 })
    expect(await messageOf(client.add({ name: 'a', data: 1 }))).toMatchInlineSnapshot(
      `"PUT http://localhost:16540/api/endpoint/add answered 400 with \`{"code":"too-new","detail":"It is new."}\`, which is not a mock-endpoint response. Check the url of the client."`,
    )
  })

  test.each(['null', '1', '"text"', 'true'])('the error for JSON %s includes it', async (body) => {
    const message = await messageOf(answeredWith(body).health())
    expect(message).toBe(
      `GET http://localhost:16540/api/health answered 200 with \`${body}\`, which is not a mock-endpoint response. Check the url of the client.`,
    )
  })

  test('the error for a response that breaks off includes the URL', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new Error('terminated')),
    })
    const client = createClient({ url, fetch: async () => new Response(broken) })
    expect(await messageOf(client.health())).toContain(url)
  })
})

describe('errors without a response', () => {
  test('the error for a refused connection includes the URL and the reason', async () => {
    const port = await closedPort()
    const client = createClient({ url: `http://127.0.0.1:${port}` })
    const message = await messageOf(client.health())
    expect(message.replaceAll(`:${port}`, ':<port>')).toMatchInlineSnapshot(
      `"No mock-endpoint service answers at http://127.0.0.1:<port> (fetch failed: connect ECONNREFUSED 127.0.0.1:<port>). Start one, or check the url of the client."`,
    )
  })

  test.each([new Error('It is away.'), 'It is away.'])(
    'the error when fetch rejects with %j includes the URL and the reason',
    async (cause) => {
      const client = createClient({ url, fetch: () => Promise.reject(cause) })
      const error = await rejection(client.get('orders'))
      expect(error).toMatchObject({ cause })
      expect(await messageOf(Promise.reject(error))).toBe(
        'No mock-endpoint service answers at http://localhost:16540 (It is away.). Start one, or check the url of the client.',
      )
    },
  )
})

describe('data that cannot be sent', () => {
  test('data that JSON cannot hold is refused before anything is sent', async () => {
    const { client, sent } = connect({ url, fetch })
    const problem = await rejection(client.add({ name: 'orders', data: [{ at: undefined }] }))
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({
      code: 'invalid-endpoint',
      extensions: {
        errors: [{ pointer: '/data/0/at', detail: 'is undefined; leave it out, or use null' }],
      },
    })
    expect((problem as Problem).message).toMatchInlineSnapshot(
      `"The data of endpoint \`orders\` cannot be sent: /data/0/at is undefined; leave it out, or use null."`,
    )
    expect(sent).toEqual([])
  })

  test('an error that a getter of the data throws is rethrown', async () => {
    const { client, sent } = connect({ url, fetch })
    const error = new Error('mine')
    const data = {
      get a() {
        throw error
      },
    }
    expect(await rejection(client.add({ name: 'orders', data }))).toBe(error)
    expect(sent).toEqual([])
  })
})

test('without a fetch, the global one is looked up at each call', async () => {
  const client = createClient({ url })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  for (const removed of [1, 2]) {
    vi.stubGlobal('fetch', async () => new Response(`{"success":true,"removed":${removed}}`))
    expect(await client.clear()).toBe(removed)
  }
})
