// The rule that is recorded for an exchange with another service.
import { describe, expect, test } from 'vitest'
import type { HeaderPairs } from '../model/http/response.ts'
import { type Asked, form, json, record, utf8 } from '../test/recorded.ts'
import { recordedRule } from './recorded-rule.ts'

const xml = [['content-type', 'text/xml']] as const
const parts = [['content-type', 'multipart/form-data; boundary=x']] as const

describe('the conditions of a recorded rule', () => {
  test.each<[string, Asked, object]>([
    ['the endpoint itself', {}, { path: '/', queryString: '' }],
    ['a path', { path: '/v1/caf%C3%A9' }, { path: '/v1/café', exactPath: true, queryString: '' }],
    ['a folder', { path: '/v1/' }, { path: '/v1/', exactPath: true, queryString: '' }],
    ['an encoded slash', { path: '/a%2Fb/c' }, { path: '/a%2Fb/c', queryString: '' }],
    [
      'what would be a pattern',
      { path: '/:id/*/b' },
      { path: '/:p1/:p2/b', params: { p1: ':id', p2: '*' }, queryString: '' },
    ],
    [
      'a placeholder of other tools',
      { path: '/[id]/%3Cid%3E' },
      { path: '/:p1/%3Cid%3E', params: { p1: '[id]' }, queryString: '' },
    ],
    [
      'a path that begins like that of an endpoint',
      { path: '/endpoint/a' },
      { path: '/:p1/a', params: { p1: 'endpoint' }, queryString: '' },
    ],
    ['a query as it was sent', { query: 'b=1&a[]=%26&a[]=' }, { queryString: 'b=1&a[]=%26&a[]=' }],
    ['JSON', { method: 'PUT', headers: json, body: ' {"a":1.10} ' }, { json: '{"a":1.10}' }],
    ['JSON of any type', { method: 'POST', body: '[1]' }, { json: '[1]' }],
    ['a form', { method: 'POST', headers: form, body: 'a=1&a=2' }, { body: 'a=1&a=2' }],
    ['JSON after a mark of its order', { method: 'POST', body: '\ufeff[1]' }, { json: '[1]' }],
    ['other text', { method: 'POST', headers: xml, body: '<a> 1 </a>' }, { body: '<a> 1 </a>' }],
    ['no body', { method: 'POST' }, { body: '' }],
    ['no body to delete with', { method: 'DELETE' }, { body: '' }],
  ])('a recorded rule matches %s', async (_, asked, when) => {
    const rule = await record(asked)
    expect(rule.when).toMatchObject({ method: asked.method ?? 'GET', ...when })
    expect(rule.when).not.toHaveProperty('headers')
  })

  test.each<[string, HeaderPairs, string | Uint8Array, object | null]>([
    ['bytes', [['content-type', 'image/png']], new Uint8Array([255]), { contains: 'image/png' }],
    ['bytes without a type', [], new Uint8Array([255]), null],
    ['a form that is not UTF-8', form, new Uint8Array([97, 61, 255]), { contains: form[0][1] }],
    ['parts', parts, '--x\r\n', { contains: 'multipart/form-data' }],
  ])('a recorded rule compares only the content type of %s', async (_, headers, body, type) => {
    const { when } = await record({ method: 'POST', headers, body })
    expect(when).toEqual({
      ...{ method: 'POST', path: '/', queryString: '' },
      headers: { 'content-type': type },
    })
  })

  test('a recorded rule compares chosen headers, and requires missing ones to be absent', async () => {
    const headers = [
      ['Accept', 'a/b'],
      ['x-key', 'not-told'],
    ] as const
    const { when } = await record({ headers }, {}, { headers: ['accept', 'x-none'] })
    expect(when?.headers).toEqual({ accept: 'a/b', 'x-none': null })
  })

  test('the id of a recorded rule ignores the order of parameters with different names', async () => {
    const { id } = await record({ query: 'b=2&a=1&b=1' })
    expect((await record({ query: 'a=1&b=2&b=1' })).id).toBe(id)
    expect((await record({ query: 'b=1&a=1&b=2' })).id).not.toBe(id)
  })

  test('the id of a recorded rule is the same for equal JSON', async () => {
    const post = (body: string) => record({ method: 'POST', headers: json, body })
    const { id } = await post('{"a":1,"b":[2,3]}')
    expect((await post(' {"b": [2.0, 3e0], "a": 1}')).id).toBe(id)
    expect((await post('{"a":1,"b":[3,2]}')).id).not.toBe(id)
  })

  test('the id of a recorded rule depends on the request and not on the response', async () => {
    const [one, same, other] = [
      await record({ path: '/v1/A b', query: 'p=1' }),
      await record({ path: '/v1/A b', query: 'p=1' }, { status: 404 }),
      await record({ path: '/v1/A b', query: 'p=2' }),
    ]
    expect(one.id).toMatch(/^api-get-v1-a-b-p-1-[\da-f]{13}$/)
    expect(same.id).toBe(one.id)
    expect(other.id).not.toBe(one.id)
  })
})

test('a recorded rule has the time of its recording, to the second', async () => {
  const time = Date.UTC(2026, 10, 29, 12, 0, 0, 900)
  expect(await record({ time })).toMatchObject({ recordedAt: '2026-11-29T12:00:00Z' })
})

describe('the response of a recorded rule', () => {
  test('a recorded response has the status, and the headers in their order', async () => {
    const headers = [
      ['x-b', '1'],
      ['set-cookie', 'a=1'],
      ['date', 'now'],
      ['content-length', '0'],
      ['x-a', '2'],
      ['x-b', '3'],
    ] as const
    const { response } = await record({}, { status: 404, headers })
    expect(response).toMatchObject({ statusCode: 404, body: '' })
    expect(Object.entries(response?.headers ?? {})).toEqual([
      ['x-b', ['1', '3']],
      ['set-cookie', 'a=redacted'],
      ['x-a', '2'],
      ['content-type', null],
      ['cache-control', null],
      ['x-content-type-options', null],
    ])
  })

  test.each<[string, string, string | Uint8Array, object]>([
    ['JSON', 'application/json', '{"a":1.10}', { data: '{"a":1.10}' }],
    ['JSON of another type', 'application/problem+json; x', '[1]', { data: '[1]' }],
    ['JSON with white space around it', 'application/json', '[1]\n', { body: '[1]\n' }],
    ['what is no JSON after all', 'application/json', '{"a":', { body: '{"a":' }],
    ['JSON as text', 'text/plain', '[1]', { body: '[1]' }],
    ['text with a mark of its order', 'text/plain', '\ufeffa', { body: '\ufeffa' }],
    ['nothing', 'application/json', '', { body: '' }],
    ['bytes', 'a/b', new Uint8Array([0, 255]), { body: 'AP8=', bodyEncoding: 'base64' }],
  ])('a recorded response may be %s', async (_, type, body, content) => {
    const { response } = await record({}, { headers: [['content-type', type]], body })
    expect(response).toEqual({ statusCode: 200, headers: expect.anything(), ...content })
  })

  test('a recorded 304 has no body and no content type', async () => {
    const { response } = await record({}, { status: 304, headers: [['etag', '"a"']] })
    expect(response).not.toHaveProperty('body')
    expect(response?.headers).not.toHaveProperty('content-type')
  })

  test('a compressed response is recorded uncompressed, or refused', async () => {
    const headers = [
      ['content-type', 'application/json'],
      ['content-encoding', 'gzip'],
    ] as const
    const decoded = utf8.encode('[1]')
    const { response } = await record({}, { headers, body: 'x', decode: async () => decoded })
    expect(response).toMatchObject({ data: '[1]' })
    expect(response?.headers).not.toHaveProperty('content-encoding')
    const still = record({}, { headers, body: 'x', decode: async () => undefined })
    await expect(still).rejects.toThrow('Its content-encoding, gzip, cannot be undone here')
  })

  test('a stream with very many events is recorded with several in a chunk', async () => {
    const body = Array.from({ length: 2500 }, (_, i) => `data: ${i}\n\n`).join('')
    const { response } = await record(
      {},
      { headers: [['content-type', 'text/event-stream']], body },
    )
    expect(response?.chunks).toHaveLength(834)
    expect(response?.chunks?.map((chunk) => chunk.body).join('')).toBe(body)
  })

  test('an event stream is recorded with the delays between its events', async () => {
    const pieces = ['data: 1\n\ndata:', ' 2\n', '\n', 'data: é\r\n\r\nrest'].map((text, i) => {
      return { bytes: utf8.encode(text), at: 10 + 20.4 * i }
    })
    const headers = [['content-type', 'text/event-stream']] as const
    const response = { status: 200, headers, pieces, decode: undefined }
    const exchange = { endpoint: 'a', method: 'GET', path: '', query: '', headers: [], time: 0 }
    const service = new URL('https://api.example.com')
    const rule = await recordedRule(
      { ...exchange, service, body: utf8.encode(''), response },
      {},
      1000,
    )
    expect(rule.response?.chunks).toEqual([
      { body: 'data: 1\n\n', delay: 10 },
      { body: 'data: 2\n\n', delay: 41 },
      { body: 'data: é\r\n\r\n', delay: 20 },
      { body: 'rest' },
    ])
  })
})

test('an exchange that no rule can express is refused', async () => {
  const asking = record(
    { query: '__proto__=secret-key&key=abcdefgh' },
    {},
    { redact: { query: ['__proto__'] } },
  )
  await expect(asking).rejects.toMatchObject({ code: 'invalid-rule' })
})

test('links to the service are recorded as links to the endpoint', async () => {
  const headers = [
    ['Link', '<https://api.example.com/v1/?page=2&api_key=k>; rel="next"; title="${a} $${b}"'],
    ['x-price', '${1}'],
  ] as const
  const { response } = await record({}, { headers, body: '{"$request":"/body","a":"${b}"}' })
  expect(response).toMatchObject({
    dynamic: 'headers',
    headers: {
      link: expect.stringContaining('<${/endpoint}/?page=2&api_key='),
      'x-price': '$${1}',
    },
  })
  expect(String(response?.headers?.link)).toContain('; rel="next"; title="$${a} $$${b}"')
})

test('headers without links to the service are recorded unchanged', async () => {
  const { response } = await record({}, { headers: [['x-price', '${1}']] })
  expect(response).not.toHaveProperty('dynamic')
  expect(response?.headers).toMatchObject({ 'x-price': '${1}' })
})
