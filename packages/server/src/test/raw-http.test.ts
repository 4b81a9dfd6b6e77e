// Requests that Fetch cannot send, written by hand to the built daemon.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { add, ask } from '../../../core/src/test/contract/contract-service.ts'
import { overSocket, type Send } from '../../../core/src/test/send.ts'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'
import { runtimeUnderTest } from './program.ts'
import { connectTo, exchange, last, outcome } from './raw-exchange.ts'

const maxBody = 200

/** Bun refuses --https. */
const schemes = runtimeUnderTest[0]?.endsWith('bun') ? ['http'] : ['http', 'https']

let daemon: Daemon
let send: Send

const evil = 'Host: evil.example'

const requests: readonly [what: string, request: string, outcome: string][] = [
  ['TRACE of an endpoint', last('TRACE /endpoint/orders HTTP/1.1'), '405 method-not-allowed'],
  ['TRACE of the control API', last('TRACE /api/health HTTP/1.1'), '405 method-not-allowed'],
  [
    'a foreign host in the target',
    last('GET http://evil.example/api/health HTTP/1.1'),
    '403 host-not-allowed',
  ],
  [
    'a foreign https host in the target',
    last('GET https://evil.example/api/health HTTP/1.1'),
    '403 host-not-allowed',
  ],
  [
    'a foreign Host behind a target of our own',
    last('GET http://localhost/api/health HTTP/1.1', [evil]),
    '403 host-not-allowed',
  ],
  [
    'a user in the target',
    last('GET http://localhost@evil.example/api/health HTTP/1.1'),
    '400 malformed-host',
  ],
  ['our own host in the target', last('GET http://localhost/api/health HTTP/1.1'), '200'],
  ['an endpoint by an absolute target', last('GET http://a.b/endpoint/orders HTTP/1.1'), '200'],
  ['garbage', '\x16\x03\x01\x02\x00 hello\r\n\r\n', '400 malformed-request'],
  ['half a request line', 'GET\r\n\r\n', '400 malformed-request'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 malformed-request'],
  ['a method nobody knows', last('BREW /endpoint/orders HTTP/1.1'), '400 malformed-request'],
  ['a method of WebDAV', last('PROPFIND /endpoint/orders HTTP/1.1'), '200'],
  [
    'a method of WebDAV at the control API',
    last('MKCOL /api/endpoint HTTP/1.1'),
    '405 method-not-allowed',
  ],
  [
    'a control character in a header',
    last('GET / HTTP/1.1', ['Host: a\x01b']),
    '400 malformed-request',
  ],
  [
    'both a length and chunks',
    last('PUT /api/endpoint/add HTTP/1.1', [
      'Host: localhost',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
    ]),
    '400 malformed-request',
  ],
  [
    'headers of 17 KiB',
    last('GET / HTTP/1.1', [`X: ${'x'.repeat(17_408)}`]),
    '431 headers-too-large',
  ],
  [
    'dot segments into the control API',
    last('GET /endpoint/../api/health HTTP/1.1', [evil]),
    '403 host-not-allowed',
  ],
  [
    'encoded dot segments into the control API',
    last('GET /endpoint/%2e%2E/api/health HTTP/1.1', [evil]),
    '403 host-not-allowed',
  ],
  [
    'dot segments out of the control API',
    last('GET /api/../endpoint/orders HTTP/1.1', [evil]),
    '200',
  ],
  ['dot segments above the root', last('GET /../../endpoint/orders HTTP/1.1'), '200'],
  ['a backslash in the path', last('GET /endpoint\\orders HTTP/1.1'), '400 malformed-url'],
  [
    'backslashes into the control API',
    last('GET /endpoint/..\\..\\api\\health HTTP/1.1', [evil]),
    '400 malformed-url',
  ],
  ['two slashes', last('GET //evil.example/api/health HTTP/1.1'), '404 not-found'],
  ['GET *', last('GET * HTTP/1.1'), '400 malformed-url'],
]

/** A write of an endpoint, with its body if it may be sent. */
function put(lines: readonly string[], body = ''): string {
  return last('PUT /api/endpoint/add HTTP/1.1', ['Host: localhost', ...lines], body)
}

function bodyOf(bytes: number): string {
  return '{"name":"orders","data":"new"}'.padEnd(bytes)
}

function chunked(body: string): string {
  const chunks = [body.slice(0, 100), body.slice(100)]
  const sent = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  return put(['Transfer-Encoding: chunked'], `${sent.join('')}0\r\n\r\n`)
}

/** The daemon's line for the request to a path, once it has been printed. */
function requestEvent(path: string): Promise<Record<string, unknown>> {
  return expect
    .poll(() => daemon.events.find((event) => event['path'] === path))
    .toBeDefined()
    .then(() => daemon.events.find((event) => event['path'] === path) ?? {})
}

describe.each(schemes)('raw %s', (scheme) => {
  let url: string

  beforeAll(async () => {
    const folder = await freshFolder()
    const args = [
      '--memory',
      '--max-body',
      `${maxBody}`,
      ...(scheme === 'https' ? ['--https'] : []),
    ]
    daemon = await startDaemon({ args, cwd: folder.path })
    send = overSocket(daemon.url)
    url = daemon.url.replace('http', scheme)
    return folder.remove
  })

  beforeEach(async () => {
    await add(send, { name: 'orders', data: 'here' })
  })

  afterAll(async () => {
    await daemon.stop()
  })

  test.each(requests)('%s: %s', async (_, request, expected) => {
    expect((await exchange(url, request)).map(outcome)).toEqual([expected])
  })

  test('all of 400 requests with 1 MB of headers get 431', async () => {
    const request = last('GET /endpoint/orders HTTP/1.1', [
      'Host: localhost',
      `A: ${'a'.repeat(1e6)}`,
    ])
    for (let i = 0; i < 100; i++) {
      const four = Array.from({ length: 4 }, () => exchange(url, request))
      const responses = (await Promise.all(four)).flat()
      expect(responses.map(outcome)).toEqual(Array(4).fill('431 headers-too-large'))
    }
  })

  test('a refused method gets an Allow header with the allowed methods', async () => {
    const [response] = await exchange(url, last('TRACE /endpoint/orders HTTP/1.1'))
    expect(response?.headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  })

  test('garbage after a request is refused after the response to that request', async () => {
    await add(send, { name: 'slow', data: 'slow', delay: 30 })
    const first = 'GET /endpoint/slow HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const responses = await exchange(url, `${first}no HTTP at all\r\n\r\n`)
    expect(responses.map(({ status }) => status)).toEqual([200, 400])
  })

  test('pipelined requests are answered in their order, whatever their delay', async () => {
    await add(send, { name: 'slow', data: 'slow', delay: 30 })
    const responses = await exchange(
      url,
      [
        'GET /endpoint/slow HTTP/1.1\r\nHost: localhost\r\n\r\n',
        'POST /endpoint/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc',
        last('GET /api/endpoint/orders HTTP/1.1'),
      ].join(''),
    )
    expect(responses.map(({ body }) => body)).toEqual([
      '"slow"',
      '"here"',
      '{"name":"orders","data":"here","statusCode":200,"delay":0}',
    ])
  })

  test.each([
    [maxBody, 200],
    [maxBody + 1, 413],
  ])('a chunked body of %i bytes gets %i', async (bytes, status) => {
    const responses = await exchange(url, chunked(bodyOf(bytes)))
    expect(responses.map((response) => response.status)).toEqual([status])
    const data = status === 200 ? '"new"' : '"here"'
    expect(await (await ask(send, '/endpoint/orders')).text()).toBe(data)
  })

  test('with Expect: 100-continue, a body that is too large gets 413 before it is sent', async () => {
    const lines = ['Expect: 100-continue', `Content-Length: ${maxBody + 1}`]
    const responses = await exchange(url, put(lines))
    expect(responses.map(outcome)).toEqual(['413 body-too-large'])
  })

  test('with Expect: 100-continue, a body within the limit gets 100 and then 200', async () => {
    const lines = ['Expect: 100-continue', `Content-Length: ${maxBody}`]
    const responses = await exchange(url, put(lines, bodyOf(maxBody)))
    expect(responses.map(({ status }) => status)).toEqual([100, 200])
  })

  test.each([
    ['declared', put(['Content-Length: 100'], bodyOf(50))],
    ['chunked', put(['Transfer-Encoding: chunked'], `32\r\n${bodyOf(50)}\r\n`)],
  ])('a write whose %s body is cut off changes nothing', async (kind, request) => {
    const path = `/api/endpoint/add?cut=${kind}`
    const socket = await connectTo(url)
    socket.end(request.replace('/api/endpoint/add', path))
    await requestEvent(path)
    expect(await (await ask(send, '/endpoint/orders')).text()).toBe('"here"')
    expect(daemon.process.exitCode).toBeNull()
  })

  test('a client that disconnects during a delay is printed as aborted', async () => {
    await add(send, { name: 'never', data: 1, delay: 2_147_483_647 })
    const path = '/endpoint/never?leaves'
    const socket = await connectTo(url)
    socket.write(last(`POST ${path} HTTP/1.1`))
    // When the daemon answers this later request, it has read the first one.
    await ask(send, '/endpoint/orders')
    socket.destroy()
    expect(await requestEvent(path)).toMatchObject({ outcome: 'aborted' })
  })
})
