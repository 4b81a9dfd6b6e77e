// A server and its terminal in this process. Each request must be shown once, on one line.
import { createJournal, type MemoryJournal, secretHeaders } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from '../http/start-server.ts'
import { createPrinter } from '../terminal/output.ts'
import { connectHttp2, exchangeHttp2 } from '../test/http2-exchange.ts'
import { connectTo, exchange, last } from '../test/raw-exchange.ts'
import { type RequestWatch, watchRequests } from './watch-requests.ts'

interface Watched extends RunningServer {
  readonly journal: MemoryJournal
  /** The lines of the terminal, without the time and the duration. */
  readonly lines: () => string[]
}

async function start(
  journal: MemoryJournal,
  { isJson = false, showsAll = true, https = false } = {},
): Promise<Watched> {
  let out = ''
  const stdout = { isTTY: true, write: (text: string) => (out += text) }
  const printer = createPrinter({
    stdout,
    stderr: stdout,
    quiet: false,
    json: isJson,
    colour: false,
  })
  const watch: RequestWatch = watchRequests(journal, printer.request ?? (() => {}), showsAll)
  const hosts = ['127.0.0.1']
  const server = await startServer({
    store: createMemoryStore(),
    web: () => new Response('the web UI'),
    port: 0,
    hosts,
    grace: 0,
    https,
    ...watch,
  })
  onTestFinished(() => server.close())
  const url = server.url.replace('https:', 'http:')
  const put = (body: string): Promise<unknown> =>
    fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  await put('{"name":"orders","data":1}')
  await put('{"name":"slow","data":1,"delay":60000}')
  if (showsAll) await expect.poll(() => out.split('\n').length).toBe(3)
  out = ''
  const bare = (line: string): string => line.replace(/^[\d:]{8} (.*) [\d.]+ ms$/, '$1')
  return { ...server, url, journal, lines: () => out.split('\n').slice(0, -1).map(bare) }
}

/** Returns all lines, after waiting for the line of a request that it sends last. */
async function allLines({ url, lines }: Watched): Promise<string[]> {
  const end = 'HEAD    /api/health 200'
  await fetch(`${url}/api/health`, { method: 'HEAD' })
  await expect.poll(() => lines().at(-1)).toBe(end)
  return lines().slice(0, -1)
}

describe.each([
  ['that masks', { masked: secretHeaders }],
  ['that masks nothing', {}],
])('with a journal %s', (_, options) => {
  test.each([
    ['GET /endpoint/orders?a=%20b HTTP/1.1', 'GET     /endpoint/orders?a=%20b 200'],
    ['GET /endpoint/ordrs HTTP/1.1', 'GET     /endpoint/ordrs 404 unmatched, close to `orders`'],
    ['GET /nowhere HTTP/1.1', 'GET     /nowhere 404 unmatched'],
    ['GET /endpoint/%ff HTTP/1.1', 'GET     /endpoint/%ff 400 unmatched'],
    ['GET /api/endpoint/ordrs HTTP/1.1', 'GET     /api/endpoint/ordrs 404'],
    ['TRACE /endpoint/orders HTTP/1.1', 'TRACE   /endpoint/orders 405'],
  ])('the request %s is shown on one line', async (request, line) => {
    const watched = await start(createJournal(options))
    const secret = 'Authorization: Bearer planted'
    await exchange(watched.url, last(request, ['Host: localhost', secret]))
    expect(await allLines(watched)).toEqual([line])
  })

  test('a request without Host, which never reaches the app, is shown on one line', async () => {
    const watched = await start(createJournal(options))
    await exchange(watched.url, last('GET /endpoint/orders HTTP/1.1', []))
    expect(await allLines(watched)).toEqual(['GET     /endpoint/orders 400'])
  })

  test('a request whose client disconnects during the delay is shown on one line', async () => {
    const watched = await start(createJournal(options))
    const client = await connectTo(watched.url)
    client.write('GET /endpoint/slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => watched.journal.list()).toHaveLength(1)
    client.destroy()
    await expect.poll(() => watched.lines().length).toBe(1)
    expect(await allLines(watched)).toEqual(['GET     /endpoint/slow aborted'])
  })

  test('a request whose client disconnects during its upload is shown on one line', async () => {
    const watched = await start(createJournal(options))
    const client = await connectTo(watched.url)
    client.write(
      'POST /endpoint/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc',
    )
    await fetch(`${watched.url}/endpoint/orders`)
    client.destroy()
    await expect.poll(() => watched.journal.list()[1]?.outcome).toBe('aborted')
    const lines = ['GET     /endpoint/orders 200', 'POST    /endpoint/orders aborted']
    expect(await allLines(watched)).toEqual(lines)
  })

  test('each request over HTTP/2 is shown on one line', async () => {
    const watched = await start(createJournal(options), { https: true })
    const session = await connectHttp2(watched.url)
    for (const path of ['/endpoint/orders?a=1', '/endpoint/ordrs', '/api/rule', '/']) {
      await exchangeHttp2(session, { ':path': path })
    }
    const slow = session.request({ ':path': '/endpoint/slow' })
    await expect.poll(() => watched.journal.list()).toHaveLength(3)
    slow.close()
    const lines = [
      'GET     /endpoint/orders?a=1 200',
      'GET     /endpoint/ordrs 404 unmatched, close to `orders`',
      'GET     /api/rule 200',
      'GET     / 200',
      'GET     /endpoint/slow aborted',
    ]
    await expect.poll(watched.lines).toEqual(lines)
  })

  test('events of recorded requests include the id, the endpoint and the near misses', async () => {
    const { url, lines, journal } = await start(createJournal(options), { isJson: true })
    for (const path of ['/endpoint/orders', '/endpoint/ordrs', '/nowhere', '/api/health']) {
      await fetch(url + path)
    }
    await expect.poll(() => lines().length).toBe(4)
    const events = lines().map((line): unknown => JSON.parse(line))
    const request = { event: 'request', time: expect.any(String), method: 'GET' }
    const recorded = (id: number): object => ({
      ...request,
      id,
      durationMs: journal.list()[id - 1]?.durationMs,
      statusCode: 404,
      outcome: 'unmatched',
      endpoint: null,
      rule: null,
    })
    const answered = { statusCode: 200, outcome: 'answered' }
    expect(events).toEqual([
      { ...recorded(1), ...answered, path: '/endpoint/orders', endpoint: 'orders' },
      { ...recorded(2), path: '/endpoint/ordrs', nearMisses: ['orders'] },
      { ...recorded(3), path: '/nowhere' },
      { ...request, ...answered, path: '/api/health', durationMs: expect.any(Number) },
    ])
  })
})

test('the event of a request whose client disconnected has the data of the journal', async () => {
  const { url, lines, journal } = await start(createJournal(), { isJson: true })
  const clients = [await connectTo(url), await connectTo(url)]
  clients[0]?.write('GET /endpoint/slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => journal.list()).toHaveLength(1)
  clients[1]?.write('PUT /endpoint/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc')
  await fetch(`${url}/api/health`)
  for (const client of clients) client.destroy()
  await expect.poll(() => lines().length).toBe(3)
  const [, ...events] = lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  events.sort((a, b) => Number(a['id']) - Number(b['id']))
  const aborted = { event: 'request', outcome: 'aborted', statusCode: null }
  expect(events).toMatchObject([
    { ...aborted, id: 1, endpoint: 'slow', durationMs: journal.list()[0]?.durationMs },
    { ...aborted, id: 2, endpoint: null, durationMs: journal.list()[1]?.durationMs },
  ])
})

test('a request that the journal drops before it ends is shown like any other', async () => {
  const watched = await start(createJournal({ requests: 1 }))
  const client = await connectTo(watched.url)
  client.write('GET /endpoint/slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => watched.journal.list()).toHaveLength(1)
  await fetch(`${watched.url}/endpoint/orders`)
  client.destroy()
  await expect.poll(() => watched.lines().length).toBe(2)
  const lines = ['GET     /endpoint/orders 200', 'GET     /endpoint/slow aborted']
  expect(await allLines(watched)).toEqual(lines)
})

test('without a journal, requests are shown with the details from node:http', async () => {
  const watched = await start(createJournal({ requests: 0 }))
  for (const path of ['/endpoint/orders', '/endpoint/ordrs']) await fetch(watched.url + path)
  const lines = ['GET     /endpoint/orders 200', 'GET     /endpoint/ordrs 404']
  expect(await allLines(watched)).toEqual(lines)
})

describe.each([
  ['on', {}],
  ['off', { requests: 0 }],
])('with a journal that is %s', (_, options) => {
  test('requests to the mock plane are shown, but not control calls or the web UI', async () => {
    const { url, lines } = await start(createJournal(options), { showsAll: false })
    const own = ['/', '/?a', '/static/a.js', '/api/health', '/endpoint/%2e%2e/api/health']
    const others = ['/apis', '/statics', '/endpoint/api', '/static.js', '/endpoint/orders']
    for (const path of [...own, ...others]) {
      await exchange(url, last(`HEAD ${path} HTTP/1.1`, ['Host: localhost']))
    }
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(others.length)
    expect(lines().map((line) => line.split(/ +/)[1])).toEqual(others)
  })
})
