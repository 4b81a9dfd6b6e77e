// A thousand exchanges over real sockets: their recordings respond as the other service did.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createDraws } from '../../../core/src/rules/respond/random.ts'
import { createMockServer } from '../fixture/mock-server.ts'
import { askFor, type Received } from './upstream.ts'

const { random } = createDraws(11)
const below = (most: number): number => Math.floor(random() * most)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
const noise = (most: number): Buffer =>
  Buffer.from(Array.from({ length: below(most) }, () => below(256)))

const codings = {
  gzip: { encode: gzipSync, decode: gunzipSync },
  br: { encode: brotliCompressSync, decode: brotliDecompressSync },
  deflate: { encode: deflateSync, decode: inflateSync },
} as const
type Coding = keyof typeof codings

const events = [
  'data: 1\n\n',
  ': ping\r\n\r\n',
  'event: a\ndata: é\n\n',
  'id: 1\rdata: x\r\r',
  'data:',
]

interface Content {
  readonly type?: string
  readonly body: string | Buffer
}

const contents: readonly (() => Content)[] = [
  () => ({ type: 'application/json', body: `{"n":1.10,"s":"\\u00e9 é","a":${below(1e6)},"a":2}` }),
  () => ({ type: 'application/json; charset=utf-8', body: `[ 1.0e2 ]${oneOf(['', '\n'])}` }),
  () => ({ type: 'application/vnd.api+json', body: '{"broken":' }),
  () => ({ type: 'application/json', body: '\ufeff{}' }),
  () => ({ type: 'text/html', body: '<p>ümläut'.repeat(below(500)) }),
  () => ({ type: 'text/plain', body: '{{request.path}} "quotes" \\ ' }),
  () => ({
    type: 'text/event-stream',
    body: Array.from({ length: below(6) }, () => oneOf(events)).join(''),
  }),
  () => ({ type: 'image/png', body: noise(3000) }),
  () => ({ body: noise(20) }),
  () => ({ type: 'text/plain', body: '' }),
]

const heads: readonly (readonly string[])[] = [
  [],
  ['Set-Cookie', 'a=1; Path=/', 'X-Between', '1', 'Set-Cookie', 'b=2; HttpOnly'],
  ['Location', '/somewhere?a=1#b', 'ETag', '"x"'],
  ['Cache-Control', 'max-age=60', 'Vary', 'Accept', 'X-Empty', ''],
  ['X-Latin', '\xe9\xff', 'Link', '<a>; rel=next', 'Link', '<b>; rel=last'],
  [
    'Date',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Server',
    'theirs',
    'X-Content-Type-Options',
    'nosniff',
  ],
]

const statuses = [
  200, 200, 200, 201, 202, 204, 206, 301, 302, 304, 307, 400, 404, 409, 429, 500, 503,
]

/** Responds with a length, in chunks, or until the connection ends. */
function respond(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume()
  const status = oneOf(statuses)
  const { type, body } = oneOf(contents)()
  const coding = oneOf<Coding | undefined>([undefined, undefined, 'gzip', 'br', 'deflate'])
  const bytes = coding ? codings[coding].encode(body) : Buffer.from(body)
  const framing = oneOf([
    ['Content-Length', String(bytes.length)],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'close'],
  ])
  outgoing.sendDate = false
  outgoing.useChunkedEncodingByDefault = false
  const isEmpty = status === 204 || status === 304
  outgoing.writeHead(status, [
    ...oneOf(heads),
    ...(type === undefined || isEmpty ? [] : ['Content-Type', type]),
    ...(coding && !isEmpty ? ['Content-Encoding', coding] : []),
    ...(isEmpty ? [] : framing),
  ])
  if (isEmpty || incoming.method === 'HEAD') {
    outgoing.end()
    return
  }
  for (let at = 0; at < bytes.length; at += 1000) outgoing.write(bytes.subarray(at, at + 1000))
  outgoing.end()
}

/** The parts of a response that its recording must repeat. */
function shown({ status, raw, body }: Received): unknown {
  const headers = new Map<string, string[]>()
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i]?.toLowerCase(), raw[i + 1]]
    if (ofConnections.has(name)) continue
    const kept = name === 'set-cookie' ? value.replace(/=\w+/, '=redacted') : value
    headers.set(name, [...(headers.get(name) ?? []), kept])
  }
  const coding = headers.get('content-encoding')?.[0] as Coding | undefined
  headers.delete('content-encoding')
  const plain = coding && body.length > 0 ? codings[coding].decode(body) : body
  return { status, headers: [...headers], body: plain.toString('base64') }
}

const ofConnections = new Set([
  ...['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'],
])

test('1,000 recordings repeat the responses of the other service byte by byte', async () => {
  const service = createServer(respond).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const mock = await createMockServer({ allowForward: ['127.0.0.1'] })
  onTestFinished(async () => {
    await mock.close()
    service.close()
  })
  const forward = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  // An endpoint has at most a thousand rules, and one of them records.
  const names = ['one', 'other'] as const
  for (const name of names) await mock.endpoint(name).when('/*', { forward, record: true })

  const asked = Array.from({ length: 1000 }, (_, i) => {
    const method = oneOf(['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD'])
    const body = method === 'POST' ? JSON.stringify({ i, random: below(9) }) : ''
    return [`${mock.url(oneOf(names))}/v1/items/${i}?page=%31&i=${i}`, method, body] as const
  })
  const came: unknown[] = []
  for (const [url, method, body] of asked) came.push(shown(await askFor(url, method, body)))
  const requests = await mock.requests()
  expect(requests.filter(({ forwarded }) => forwarded?.recorded === undefined)).toEqual([])
  await mock.reset()
  service.close()
  service.closeAllConnections()
  for (const [i, [url, method, body]] of asked.entries()) {
    const again = shown(await askFor(url, method, body))
    expect(again, `${method} ${url}`).toEqual(came[i])
  }
})
