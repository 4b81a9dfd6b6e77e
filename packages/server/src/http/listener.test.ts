import type { Socket } from 'node:net'
import { createMock, type Mock } from '@mock-endpoint/core/mock'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTo, exchangeText, last, textOf } from '../test/raw-exchange.ts'
import { type Serving, serve } from './serve.ts'

interface Side {
  readonly mock: Mock
  readonly serving: Serving
  readonly taken: { shortWay: number }
}

const endpoints = [
  { name: 'orders', data: [{ id: 1, price: 1.1 }] },
  { name: 'a.b-c_d~9', data: 'é日🎉', statusCode: 201 },
  { name: 'empty', data: null, statusCode: 204 },
  { name: 'reset', data: 1, statusCode: 205 },
  { name: 'same', data: 1, statusCode: 304 },
  { name: 'broken', data: {}, statusCode: 599 },
  { name: 'long', data: 'x'.repeat(5000) },
  { name: 'huge', data: 'y'.repeat(8_000_000) },
  { name: 'é', data: 'accent' },
  { name: 'later', data: 1, delay: 1 },
  { name: 'never', data: 1, delay: 600_000 },
]

/** Without those that wait. */
const names = endpoints
  .filter(({ name, delay }) => !delay && name !== 'huge')
  .map(({ name }) => encodeURI(name))

async function start(isShort: boolean): Promise<Side> {
  const mock = await createMock({ endpoints, maxDelayed: 2 })
  const taken = { shortWay: 0 }
  const shortWay: typeof mock.app.shortWay = (request, send) => {
    const leave = isShort ? mock.app.shortWay(request, send) : undefined
    if (leave) taken.shortWay += 1
    return leave
  }
  const app = Object.assign(Object.create(mock.app) as typeof mock.app, { shortWay })
  const listening = { port: 0, hosts: ['127.0.0.1'], keepAliveTimeout: 5000, grace: 0 }
  const serving = await serve({ app, ...listening, onStopped: mock.close })
  return { mock, serving, taken }
}

let short: Side
let long: Side
beforeAll(async () => {
  short = await start(true)
  long = await start(false)
})
afterAll(async () => {
  await short.serving.close()
  await long.serving.close()
})

async function ask({ serving }: Side, text: string): Promise<string[]> {
  return toAnswers(await exchangeText(serving.url, text))
}

/** Answer by answer, each without its moment and with its headers sorted, as the adapter sorts them. */
function toAnswers(text: string): string[] {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
    const [head = '', ...body] = answer.split('\r\n\r\n')
    const [status, ...headers] = head.split('\r\n')
    const kept = headers.filter((line) => !line.startsWith('Date: ')).sort()
    return [status, ...kept, '', ...body].join('\r\n')
  })
}

interface Waiting {
  readonly socket: Socket
  readonly answer: Promise<string[]>
}

/** Sends requests to an empty journal, and resolves when they wait for their delays. */
async function waiting({ mock, serving }: Side, text: string, count = 1): Promise<Waiting> {
  await mock.reset({ endpoints: false })
  const socket = await connectTo(serving.url)
  const answer = textOf(socket).then(toAnswers)
  socket.write(text)
  await expect.poll(async () => (await mock.requests()).length).toBe(count)
  return { socket, answer }
}

async function journal({ mock }: Side): Promise<unknown[]> {
  const requests = await mock.requests()
  return requests.map(({ id, receivedAt, durationMs, ...rest }) => ({
    ...rest,
    isTimed: typeof durationMs === 'number',
  }))
}

async function expectSame(text: string): Promise<void> {
  for (const { mock } of [short, long]) await mock.reset({ endpoints: false })
  expect(await ask(short, text)).toEqual(await ask(long, text))
  expect(await journal(short)).toEqual(await journal(long))
}

const host = 'Host: localhost'

describe('the short way', () => {
  test.each([
    ['a cached endpoint', last('GET /endpoint/orders HTTP/1.1')],
    ['HEAD', last('HEAD /endpoint/orders HTTP/1.1')],
    ['a query', last('GET /endpoint/orders?page=2&q=%20#x HTTP/1.1')],
    ['a text beyond ASCII', last('GET /endpoint/a.b-c_d~9 HTTP/1.1')],
    ['204', last('GET /endpoint/empty HTTP/1.1')],
    ['205', last('GET /endpoint/reset HTTP/1.1')],
    ['304', last('GET /endpoint/same HTTP/1.1')],
    ['a body that is kept as bytes', last('GET /endpoint/long HTTP/1.1')],
    ['headers that repeat', last('GET /endpoint/orders HTTP/1.1', [host, 'A: 1', 'a: 2', 'B:'])],
    ['a delay', last('GET /endpoint/later HTTP/1.1')],
    ['a long body, and garbage behind it', `GET /endpoint/huge HTTP/1.1\r\n${host}\r\n\r\n\0`],
    [
      'the last of a connection, and garbage behind it',
      `GET /endpoint/orders HTTP/1.1\r\n${host}\r\nExpect: 100-continue\r\n\r\n\0`,
    ],
    ['HTTP/1.0 with a Host', `GET /endpoint/orders HTTP/1.0\r\n${host}\r\n\r\n`],
  ])('answers as the app does: %s', async (_, text) => {
    const before = short.taken.shortWay
    await expectSame(text)
    expect(short.taken.shortWay).toBe(before + 1)
  })

  test.each([
    ['another method', last('POST /endpoint/orders HTTP/1.1')],
    ['an Origin', last('GET /endpoint/orders HTTP/1.1', [host, 'ORIGIN: http://localhost:1'])],
    ['a body', last('GET /endpoint/orders HTTP/1.1', [host, 'Content-Length: 2'], 'ab')],
    [
      'a body in chunks',
      last('GET /endpoint/orders HTTP/1.1', [host, 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
    ['no Host', last('GET /endpoint/orders HTTP/1.1', [])],
    ['an encoded name', last('GET /endpoint/%C3%A9 HTTP/1.1')],
    ['a name that is none', last('GET /endpoint/.. HTTP/1.1')],
    ['an absolute URL', last('GET http://localhost/endpoint/orders HTTP/1.1')],
    ['a longer path', last('GET /endpoint/orders/1 HTTP/1.1')],
    ['an endpoint that is not there', last('GET /endpoint/nothing HTTP/1.1')],
  ])('is not taken, and nothing differs: %s', async (_, text) => {
    const before = short.taken.shortWay
    await expectSame(text)
    expect(short.taken.shortWay).toBe(before)
  })

  test('answers what came before garbage, however late', async () => {
    const request = (name: string): string => `GET /endpoint/${name} HTTP/1.1\r\n${host}\r\n\r\n`
    const text = `${request('later')}${request('orders')}\0garbage`
    await expectSame(text)
    const answers = await ask(short, text)
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '400'])
  })

  test('sees a client leave whose answer waits behind another', async () => {
    const request = `GET /endpoint/never HTTP/1.1\r\n${host}\r\n\r\n`
    for (const side of [short, long]) {
      const { socket } = await waiting(side, request)
      socket.write(request)
      await expect.poll(async () => (await side.mock.requests()).length).toBe(2)
      socket.destroy()
      await expect
        .poll(async () => (await side.mock.requests()).map(({ outcome }) => outcome))
        .not.toContain('pending')
    }
  })

  test('ends delays that are cancelled as the app does, and refuses one too many', async () => {
    const both = `GET /endpoint/never HTTP/1.1\r\n${host}\r\n\r\n${last('GET /endpoint/never HTTP/1.1')}`
    const first = await waiting(short, both, 2)
    const other = await waiting(long, both, 2)
    const refused = last('GET /endpoint/later HTTP/1.1')
    const answer = await ask(short, refused)
    expect(answer.join()).toContain('too-many-delayed')
    expect(answer).toEqual(await ask(long, refused))
    expect(await journal(short)).toEqual(await journal(long))
    for (const { mock } of [short, long]) await mock.reset({ endpoints: false })
    expect((await first.answer).join()).toContain('delay-cancelled')
    expect(await first.answer).toEqual(await other.answer)
  })

  test('sees a client leave, and has room again', async () => {
    for (const side of [short, long]) {
      const { socket } = await waiting(side, last('GET /endpoint/never HTTP/1.1'))
      socket.destroy()
      await expect
        .poll(async () => (await side.mock.requests()).map(({ outcome }) => outcome))
        .toEqual(['aborted'])
      expect((await ask(side, last('GET /endpoint/later HTTP/1.1'))).join()).toContain('200 OK')
    }
    expect(await journal(short)).toEqual(await journal(long))
  })

  test('answers as the app does when requests are put together at random', async () => {
    const before = short.taken.shortWay
    const target = fc
      .tuple(
        fc.constantFrom('/endpoint/', '/endpoint', '/endpoint//', '//endpoint/', '/Endpoint/', '/'),
        fc.constantFrom(...names, '', '.', '..', '%2e', '%', 'a b', '\\', 'o\u00ff', '*'),
        fc.constantFrom('', '?', '?a=1', '?a=/b', '#f', '/', '/x', ';v=1'),
      )
      .map((parts) => parts.join(''))
    const header = fc.constantFrom(
      'Origin: null',
      'origin: http://localhost',
      'Content-Length: 0',
      'Expect: 100-continue',
      'Accept: */*',
      'Cookie: a=b',
      'X-Empty:',
      'Hosts: a',
      'Access-Control-Request-Method: GET',
    )
    const request = fc
      .record({
        method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'TRACE'),
        target,
        version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'),
        headers: fc.uniqueArray(header, { maxLength: 4 }),
        host: fc.constantFrom([host], [host], ['HOST: example.com'], []),
      })
      .map(({ method, target, version, headers, host }) =>
        [`${method} ${target} ${version}`, ...host, ...headers].join('\r\n'),
      )
    const several = fc.array(request, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(several, async (requests) => {
        const heads = requests.map((head, i) =>
          i === requests.length - 1 ? `${head}\r\nConnection: close` : head,
        )
        await expectSame(heads.map((head) => `${head}\r\n\r\n`).join(''))
      }),
      { numRuns: 1000 },
    )
    expect(short.taken.shortWay).toBeGreaterThan(before)
  })
})
