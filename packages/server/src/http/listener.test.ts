// The two doors: what comes over a socket is answered and recorded as a Request is.
import type { Socket } from 'node:net'
import { createMock, type Mock } from '@mock-endpoint/core/mock'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectTo, exchange, last, type WireAnswer } from '../test/raw-exchange.ts'
import { serve } from './serve.ts'

const endpoints = [
  { name: 'orders', data: [{ id: 1, price: 1.1 }] },
  { name: 'a.b-c_d~9', data: 'é日🎉', statusCode: 201 },
  { name: 'empty', data: null, statusCode: 204 },
  { name: 'reset', data: 1, statusCode: 205 },
  { name: 'same', data: 1, statusCode: 304 },
  { name: 'broken', data: {}, statusCode: 599 },
  { name: 'long', data: 'x'.repeat(5000) },
  { name: 'é', data: 'accent' },
  { name: 'later', data: 1, delay: 1 },
]

interface Ask {
  readonly method: string
  /** A path and a query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

interface Served {
  readonly mock: Mock
  readonly url: string
}

/** A mock with these endpoints, on a socket. */
async function start(): Promise<Served> {
  const mock = await createMock({ endpoints, maxDelayed: 2 })
  const listening = { port: 0, hosts: ['127.0.0.1'], keepAliveTimeout: 5000, grace: 0 }
  const { url, close } = await serve({ app: mock.app, ...listening, onStopped: mock.close })
  onTestFinished(close)
  return { mock, url }
}

const ofTheConnection = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

function toComparable({ status, headers, body }: WireAnswer): unknown {
  const kept = [...headers].filter(([name]) => !ofTheConnection.has(name))
  return { status, headers: kept.sort(), body }
}

async function overSocket({ url }: Served, { method, target, headers, body }: Ask) {
  const lines = ['Host: localhost', ...headers.map(([name, value]) => `${name}: ${value}`)]
  if (body !== '') lines.push(`Content-Length: ${body.length}`)
  const [answer] = await exchange(url, last(`${method} ${target} HTTP/1.1`, lines, body))
  return answer && toComparable(answer)
}

async function inProcess({ mock }: Served, { method, target, headers, body }: Ask) {
  const init = {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  }
  const request = new Request(`http://localhost${target}`, body === '' ? init : { ...init, body })
  const response = await mock.app.fetch(request)
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  // An HTTP server leaves out the body of an answer to HEAD.
  const sent = method === 'HEAD' ? '' : text
  return toComparable({ status: response.status, headers: response.headers, body: sent })
}

/** What a client adds by itself. */
const ofTheSender = new Set(['host', 'connection', 'content-length', 'content-type'])

/** A Request has resolved its dots. */
function resolved(path: string): string {
  return new URL(`http://localhost${path}`).pathname
}

/** The journal, without what a Request cannot say: the moment, the order and the case of headers. */
async function journal({ mock }: Served): Promise<unknown[]> {
  const requests = await mock.requests()
  return requests.map(
    ({ id, receivedAt, durationMs, rawHeaders, headers, path, query, ...rest }) => ({
      ...rest,
      path: resolved(path),
      query: String(query),
      headers: [...headers].filter(([name]) => !ofTheSender.has(name)),
      isTimed: typeof durationMs === 'number',
    }),
  )
}

/** What both doors make of a request has to be the same: the answer and the journal. */
async function expectSame(sides: readonly [Served, Served], ask: Ask): Promise<void> {
  const [socket, process] = sides
  for (const { mock } of sides) await mock.reset()
  expect(await overSocket(socket, ask)).toEqual(await inProcess(process, ask))
  expect(await journal(socket)).toEqual(await journal(process))
}

const asks: fc.Arbitrary<Ask> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'PROPFIND'),
    start: fc.constantFrom('/endpoint/', '/endpoint', '/endpoint//', '/Endpoint/', '/', '/api/'),
    name: fc.constantFrom(
      ...endpoints.map(({ name }) => encodeURIComponent(name)),
      ...['', '.', '..', '%2e', '%2E./orders', '%', '%zz', '%C3', 'a;v=1', 'none', 'health'],
    ),
    end: fc.constantFrom('', '', '?', '?a=1&b=%20', '?a=/b', '/', '/x'),
    headers: fc.uniqueArray(
      fc.constantFrom<readonly [string, string]>(
        ['Origin', 'null'],
        ['Origin', 'http://localhost:1'],
        ['Accept', '*/*'],
        ['X-Empty', ''],
        ['X-Same', 'a, b'],
        ['Access-Control-Request-Method', 'GET'],
        ['Access-Control-Request-Headers', 'x-id'],
      ),
      { maxLength: 4, selector: ([name]) => name },
    ),
    body: fc.constantFrom('', '', 'a', 'ab', '{"name":"x","data":1}', 'x'.repeat(70_000)),
  })
  .map(({ method, start, name, end, headers, body }) => ({
    method,
    target: start + name + end,
    headers,
    // A Request of these has no body (Fetch, 5.4).
    body: method === 'GET' || method === 'HEAD' ? '' : body,
  }))

describe('a socket and a Request', () => {
  test('have the same answers and leave the same journal', async () => {
    const sides = [await start(), await start()] as const
    const property = fc.asyncProperty(asks, (ask) => expectSame(sides, ask))
    await fc.assert(property, { numRuns: 200 })
  })
})

const host = 'Host: localhost'

function request(name: string): string {
  return `GET /endpoint/${name} HTTP/1.1\r\n${host}\r\n\r\n`
}

async function outcomes({ mock }: Served): Promise<string[]> {
  return (await mock.requests()).map(({ outcome }) => outcome)
}

/** Sends requests, and resolves when so many are in the journal. */
async function sending(served: Served, text: string, count = 1): Promise<Socket> {
  const socket = await connectTo(served.url)
  socket.write(text)
  await expect.poll(() => outcomes(served)).toHaveLength(count)
  return socket
}

async function startSlow(): Promise<Served> {
  const served = await start()
  await served.mock.add({ name: 'never', data: 1, delay: 600_000 })
  await served.mock.add({ name: 'huge', data: 'y'.repeat(8_000_000) })
  return served
}

describe('over a socket', () => {
  test.each([
    ['behind a delayed answer', `${request('later')}${request('orders')}\0`, [200, 200, 400]],
    ['behind a long answer', `${request('huge')}\0`, [200, 400]],
    ['behind a miss', `${request('none')}\0`, [404, 400]],
    ['behind a call', `GET /api/health HTTP/1.1\r\n${host}\r\n\r\n\0`, [200, 400]],
    ['behind the last of a connection', last('GET /endpoint/orders HTTP/1.1').concat('\0'), [200]],
  ])('garbage is refused %s, which comes first', async (_, text, statuses) => {
    const { url } = await startSlow()
    const answers = await exchange(url, text)
    expect(answers.map(({ status }) => status)).toEqual(statuses)
  })

  test('requests sent at once are answered in their order', async () => {
    const { url } = await start()
    const text = [request('later'), request('none'), request('orders'), request('%C3%A9')].join('')
    const answers = await exchange(url, text + last('GET /endpoint/empty HTTP/1.1'))
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 200, 204])
  })

  test('a client is seen to leave while its answer waits behind another', async () => {
    const served = await startSlow()
    const socket = await sending(served, request('never'))
    socket.write(request('never'))
    await expect.poll(() => outcomes(served)).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => outcomes(served)).toEqual(['aborted', 'aborted'])
  })

  test('a client is seen to leave during a delay, which makes room for another', async () => {
    const served = await startSlow()
    const sockets = [
      await sending(served, request('never')),
      await sending(served, request('never'), 2),
    ]
    const [refused] = await exchange(served.url, last('GET /endpoint/later HTTP/1.1'))
    expect(refused?.body).toContain('too-many-delayed')
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(async () => (await outcomes(served)).slice(0, 2))
      .toEqual(['aborted', 'aborted'])
    const [answer] = await exchange(served.url, last('GET /endpoint/later HTTP/1.1'))
    expect(answer?.status).toBe(200)
  })

  test.each([
    ['declared', 'Content-Length: 1000', 'abc'],
    ['chunked', 'Transfer-Encoding: chunked', '3\r\nabc\r\n'],
  ])('a client is seen to leave during its %s upload', async (_, header, sent) => {
    const served = await start()
    for (const [name, endpoint] of [
      ['later', 'later'],
      ['none', null],
    ] as const) {
      await served.mock.reset()
      const socket = await connectTo(served.url)
      const head = `POST /endpoint/${name} HTTP/1.1\r\n${host}\r\n${header}\r\n\r\n${sent}`
      await new Promise((resolve) => socket.write(head, resolve))
      socket.end()
      await expect.poll(() => outcomes(served)).toEqual(['aborted'])
      const [request] = await served.mock.requests()
      expect(request).toMatchObject({ endpoint, text: 'abc', bodyBytes: 3 })
    }
  })

  test('delays that are cancelled are answered with why', async () => {
    const { mock, url } = await startSlow()
    const answers = exchange(url, request('never') + last('POST /endpoint/never HTTP/1.1'))
    await expect.poll(async () => (await mock.requests()).length).toBe(2)
    await mock.reset()
    expect((await answers).map(({ body }) => JSON.parse(body))).toMatchObject([
      { code: 'delay-cancelled' },
      { code: 'delay-cancelled' },
    ])
  })
})
