import { expect, onTestFinished, test } from 'vitest'
import type { Converted } from './converted.ts'
import { convertHar } from './har.ts'
import { convert, type Given, har } from './test/har.ts'
import { type Served, serve } from './test/served.ts'

async function served(given: Converted): Promise<Served> {
  const service = await serve(given)
  onTestFinished(() => service.close())
  return service
}

/** Returns the response to `GET h/x` after a recording of this entry was converted. */
async function answerTo(given: Given): Promise<Awaited<ReturnType<Served['ask']>>> {
  const { ask } = await served(await convert(given))
  return await ask('GET', 'h/x')
}

test('a request that is repeated with the same response becomes one rule', async () => {
  const { rules, left } = await convert({}, {}, { requestHeaders: { accept: '*/*' } })
  expect(rules).toHaveLength(1)
  expect(left).toEqual([])
})

test('a recorded path with braces matches literally', async () => {
  const { ask } = await served(await convert({ url: 'https://h/{id}', status: 201 }))
  expect((await ask('GET', 'h/%7Bid%7D')).status).toBe(201)
})

test('a recorded path with a slash at its end differs from the path without it', async () => {
  const given = await convert(
    { url: 'https://h/x/', status: 201 },
    { url: 'https://h/x', status: 202 },
  )
  const { ask } = await served(given)
  expect((await ask('GET', 'h/x/')).status).toBe(201)
  expect((await ask('GET', 'h/x')).status).toBe(202)
})

test.each([
  [
    'base64 of JSON',
    { mimeType: 'application/json', text: 'WzEuMF0=', encoding: 'base64' },
    '[1.0]',
  ],
  ['JSON with a line feed', { mimeType: 'application/json', text: '[1.0]\n' }, '[1.0]\n'],
  ['JSON that is broken', { mimeType: 'application/json', text: '[1.0' }, '[1.0'],
  [
    'a byte order mark',
    { mimeType: 'text/plain', text: '77u/YQ==', encoding: 'base64' },
    '\ufeffa',
  ],
  ['nothing', { mimeType: 'text/plain', text: '' }, ''],
  ['no content', { size: 0 }, ''],
])('a recorded body is sent unchanged: %s', async (_, content, text) => {
  const response = await answerTo({ content })
  expect(response.bytes).toEqual(Buffer.from(text))
})

test('a recorded body that is not UTF-8 is sent unchanged, with its content type', async () => {
  const bytes = Buffer.from([0x63, 0xe9, 0])
  const text = bytes.toString('base64')
  const content = { mimeType: 'text/plain; charset=iso-8859-1', text, encoding: 'base64' }
  const response = await answerTo({ content })
  expect(response.bytes).toEqual(bytes)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=iso-8859-1')
})

test('several cookies that Chrome records in one value are sent separately', async () => {
  const { headers } = await answerTo({ headers: { 'Set-Cookie': 'a=1\nb=2' } })
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test.each<[string, Given]>([
  ['is a WebSocket', { url: 'wss://h/x' }],
  ['is a WebSocket', { kind: 'websocket' }],
  ['is a WebSocket', { status: 101 }],
  ['is a WebSocket', { requestHeaders: { Upgrade: 'websocket' } }],
  [
    'is a preflight, which the service answers itself',
    { method: 'OPTIONS', requestHeaders: { 'Access-Control-Request-Method': 'PUT' } },
  ],
  ['came from a cache (304), so its body is missing', { status: 304 }],
  ['has no response: it was blocked, broken off or never sent', { status: 0 }],
  ['its body is not in the recording', { content: { size: 5, mimeType: 'text/plain' } }],
  ['its body is not in the recording', { content: { size: 5, text: '' } }],
  ['its body should be base64, and is not', { content: { text: '!', encoding: 'base64' } }],
  [
    'its body is longer than 1048576 bytes',
    { content: { mimeType: 'video/mp4', text: 'A'.repeat(1_500_000), encoding: 'base64' } },
  ],
  ['its path would be a pattern in a rule', { url: 'http://h/*' }],
  ['/when/method must be a method such as POST, or a list of methods', { method: 'A B' }],
])('an entry is left out with the reason "%s": %j', async (reason, given) => {
  const { rules, left } = await convert(given)
  expect(rules).toEqual([])
  expect(left).toEqual([expect.stringMatching(/^[A-Z ]+ h\/.*: /)])
  expect(left[0]).toContain(`: ${reason}.`)
})

test.each([
  ['data:text/plain,a', 'entry 1: is a data: URL.'],
  ['nonsense', 'entry 1: its URL is not valid.'],
])('an entry with the unusable URL %s is reported by its number', async (url, sentence) => {
  expect((await convert({ url })).left).toEqual([sentence])
})

test('requests that are left out for the same reason are reported in one sentence', async () => {
  const entries = Array.from({ length: 500 }, (_, i) => ({ url: `http://h/${i}`, status: 304 }))
  expect((await convert(...entries)).left).toEqual([
    '500 times, such as GET h/0, GET h/1, GET h/2: came from a cache (304), so its body is missing.',
  ])
})

test.each([
  ['{"log":\n {]}', 'Line 2, column 3: expected a name in quotes or }, found `]`.'],
  ['{}', 'This is not a HAR document: it has no "log".'],
  ['{"log":{"entries":{}}}', 'it has no list of entries in its "log".'],
  ['[]', 'it has no "log".'],
  ['', 'Line 1, column 1: expected a value, found the end of the text.'],
])('the HAR document %j is refused', async (text, message) => {
  await expect(convertHar(text, { file: 'x.har' })).rejects.toThrow(message)
})

test('values that are not entries are counted and left out', async () => {
  const entries = [null, 1, [], { request: {} }, { request: { method: 'GET', url: 'http://h' } }]
  const { rules, left } = await convertHar(JSON.stringify({ log: { entries } }), { file: 'x' })
  expect(rules).toEqual([])
  expect(left).toEqual([
    '5 times, such as entry 1, entry 2, entry 3: is not an entry with a request and a response.',
  ])
})

test('of two matching rules, the more specific one responds', async () => {
  const body = (text: string) => ({ content: { mimeType: 'text/plain', text } })
  const given = [
    { url: 'http://h/x?a=1&b=2', ...body('both') },
    { url: 'http://h/x?a=1', ...body('one') },
    { method: 'HEAD', status: 202, ...body('dropped') },
    { ...body('none') },
  ]
  const { ask } = await served(await convert(...given))
  expect((await ask('GET', 'h/x?a=1&b=2')).text).toBe('both')
  expect((await ask('GET', 'h/x?a=1')).text).toBe('one')
  expect((await ask('HEAD', 'h/x')).status).toBe(202)
  expect((await convert(...given)).rules.join()).not.toContain('dropped')
})

test('an encoded slash in a recorded path stays encoded', async () => {
  const { ask } = await served(await convert({ url: 'http://h/a%2Fb' }))
  expect((await ask('GET', 'h/a%2Fb')).status).toBe(200)
  expect((await ask('GET', 'h/a/b')).status).toBe(404)
})

test('a preflight is recognized by the resource type that Chrome records', async () => {
  const { left } = await convert({ method: 'OPTIONS', kind: 'preflight' })
  expect(left).toEqual(['OPTIONS h/x: is a preflight, which the service answers itself.'])
})

test('a query parameter that was recorded twice must have both values', async () => {
  const { ask } = await served(
    await convert({ url: 'http://h/x?a=1&a=2&b=%26' }, { url: 'http://h/x?a=2', status: 202 }),
  )
  expect((await ask('GET', 'h/x?b=%26&a=1&a=2')).status).toBe(200)
  expect((await ask('GET', 'h/x?a=2')).status).toBe(202)
  expect((await ask('GET', 'h/x?a=1&a=3')).status).toBe(404)
})

test('an unknown content type and invalid headers of a response are not sent', async () => {
  const content = { mimeType: 'x-unknown', text: 'a' }
  const { headers } = await answerTo({ content, headers: { 'x-a': 'Ł', 'x-b': 'b' } })
  expect([headers.get('content-type'), headers.get('x-a'), headers.get('x-b')]).toEqual([
    null,
    null,
    'b',
  ])
})

test('a text of 2 MB is kept, and a rule of more than 10 MiB is left out', async () => {
  const text = (length: number) => ({ mimeType: 'text/csv', text: 'a'.repeat(length) })
  expect((await convert({ content: text(2_000_000) })).left).toEqual([])
  expect((await convert({ content: text(11_000_000) })).left).toEqual([
    'GET h/x: it comes to more than 10485760 bytes.',
  ])
})

test('a rule beyond the character limit of its endpoint is left out', async () => {
  const content = { mimeType: 'text/csv', text: 'a'.repeat(9_000_000) }
  const given = [1, 2, 3, 4].map((n) => ({ url: `http://h/${n}`, content }))
  expect((await convert(...given)).left).toEqual([
    'GET h/4: the rules of an endpoint have at most 33554432 characters together.',
  ])
})

test('a byte order mark before a HAR document is ignored', async () => {
  const { rules } = await convertHar(`\ufeff${har({})}`, { file: 'x.har' })
  expect(rules).toHaveLength(1)
})
