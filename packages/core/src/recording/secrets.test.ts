// Secrets and other values that are removed from recordings.
import { describe, expect, test } from 'vitest'
import type { RecordOptions } from '../model/rule/rule.ts'
import { type Answered, type Asked, form, json, record, utf8 } from '../test/recorded.ts'

const stream = [['content-type', 'text/event-stream']] as const

describe('secrets in recordings', () => {
  const secret = 'sk_live_0123456789abcdef'

  async function textOf(asked: Asked, answered: Answered = {}, options: RecordOptions = {}) {
    const rule = await record(asked, answered, options)
    const text = JSON.stringify(rule)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(btoa(`user:${secret}`))
    return rule
  }

  const everywhere: Answered = {
    headers: [
      ['content-type', 'application/json'],
      ['location', `/a?key=${secret}`],
      ['x-token', secret],
      ['set-cookie', `sid=${secret}; Path=/; HttpOnly`],
    ],
    body: JSON.stringify({ echo: `Bearer ${secret}`, list: [secret] }),
  }

  test.each<[string, Asked]>([
    ['authorization', { headers: [['Authorization', `Bearer ${secret}`]] }],
    ['a user and a password', { headers: [['authorization', `Basic ${btoa(`user:${secret}`)}`]] }],
    ['a cookie', { headers: [['cookie', `a=b; sid=${secret}`]] }],
    ['a key of an API', { headers: [['X-Api-Key', secret]] }],
    ['a parameter', { query: `page=2&api_key=${secret}` }],
    ['a parameter, a form and a path', { query: `key=${secret}`, path: `/bot${secret}/me` }],
    [
      'a form',
      { method: 'POST', headers: form, body: `a=1&client_secret=${secret}&token=${secret}` },
    ],
    [
      'JSON that holds what authorization does',
      {
        method: 'POST',
        headers: [['authorization', secret]],
        body: JSON.stringify({ a: 1, b: { c: [secret] } }),
      },
    ],
  ])('a secret is removed from request and response: %s', async (_, asked) => {
    const { response } = await textOf(asked, everywhere)
    expect(response?.headers).toMatchObject({
      'set-cookie': 'sid=redacted; Path=/; HttpOnly',
      'x-token': 'redacted',
    })
  })

  test('a secret field of a multipart form is removed from the response that echoes it', async () => {
    const part = (name: string): string => `--x\r\ncontent-disposition: form-data; name="${name}"`
    const before = utf8.encode(
      `${part('client_secret')}\r\n\r\n${secret}\r\n${part('file')}\r\n\r\n`,
    )
    // The file is not UTF-8.
    const body = Uint8Array.of(...before, 0xff, ...utf8.encode('\r\n--x--\r\n'))
    const headers = [['content-type', 'multipart/form-data; boundary=x']] as const
    await textOf({ method: 'POST', headers, body }, { body: JSON.stringify([secret]) })
  })

  test.each<[string, Asked]>([
    ['a scheme of parts', { headers: [['authorization', `Token token="${secret}", realm="a"`]] }],
    ['a signature', { headers: [['authorization', `AWS4-HMAC-SHA256 Signature=${secret}`]] }],
    ['a scheme after a tab', { headers: [['authorization', `Bearer\t${secret}`]] }],
    ['a user and a key', { headers: [['authorization', `ApiKey me:${secret}`]] }],
    ['a key in place of a user', { headers: [['authorization', `Basic ${btoa(`${secret}:`)}`]] }],
    ['where it came from', { headers: [['referer', `https://a/?token=${secret}`]] }],
  ])('a secret in a header is removed, even if the response repeats it: %s', async (_, asked) => {
    await textOf(asked, { headers: json, body: JSON.stringify([secret]) }, { headers: ['referer'] })
  })

  test('the secret of an encoded cookie is removed where it occurs decoded', async () => {
    const asked = { headers: [['cookie', `sid=s%3A${secret}`]] } as const
    await textOf(asked, { body: `s:${secret}` })
  })

  test.each<[string, Answered]>([
    ['a redirect', { headers: [['location', `https://a/b#access_token=${secret}&c=1`]] }],
    ['a link', { headers: [['link', `<https://a/b?page=2&api_key=${secret}>; rel=next`]] }],
    ['a URL with a password', { headers: [['location', `https://me:${secret}@a/`]] }],
    ['a form', { headers: form, body: `access_token=${secret}&scope=repo` }],
    ['JSON, deep in it', { headers: json, body: `{"data":{"access_token":"${secret}"}}` }],
    ['JSON of no type', { body: `{"access_token":"${secret}"}\n` }],
    ['lines of JSON', { body: `{"a":1}\n{"refreshToken" : "${secret}"}\n` }],
    ['a stream', { headers: stream, body: `data: {"id_token":"${secret}"}\n\n` }],
  ])('a secret of a response is removed: %s', async (_, answered) => {
    await textOf({}, answered)
  })

  test.each([
    '{"user":{"email":"a@b.c"}}',
    ' {"user":{"email":"a@b.c"}}\n',
    '\ufeff{"user":"a@b.c"}',
  ])('a value that `redact` names is removed from %j, and where it is repeated', async (body) => {
    const redact = { json: ['/user'] }
    const both = body.replace('}\n', ',"also":"longer@example.com"}\n')
    const { response } = await record({}, { body: both, headers: json }, { redact })
    expect(JSON.stringify(response)).not.toContain('a@b.c')
    const more = '{"user":{"x":[{"email":"longer@example.com"}]},"also":"longer@example.com"}'
    const { response: other } = await record({}, { body: more, headers: json }, { redact })
    expect(other?.data).toBe('{"user":"redacted","also":"redacted"}')
  })

  test('a short secret is removed only at its own place', async () => {
    const { when, response } = await record(
      { method: 'POST', headers: json, body: '{"name":"me","password":"abc"}' },
      { headers: json, body: '{"access_token":"abc"}' },
    )
    expect(when).toMatchObject({
      jsonIncludes: '{"name":"me"}',
      jsonAt: { '/password': '{"contains":""}' },
    })
    expect(response?.data).toBe('{"access_token":"redacted"}')
  })

  test.each([['abc'], ['a"b'], ['a\\'], ['a\\"b'], ['\n'], ['']])(
    'the short secret %j in JSON inside a JSON string is removed, and the rest is kept',
    async (password) => {
      const inside = (text: string): string => JSON.stringify({ password: text, name: 'me' })
      const body = JSON.stringify({ body: inside(password), n: 1 })
      const { response } = await record({}, { headers: json, body })
      expect(response?.data).toBe(JSON.stringify({ body: inside('redacted'), n: 1 }))
    },
  )

  test.each([
    ['{"user":{"email":"a@b.c","Password":"abc"}}', '{"user":{"email":"a@b.c"}}'],
    ['{"users":[{"name":"Bob","password":"abc"}, 1]}', '{"users":[{"name":"Bob"}, 1]}'],
    [`[{"a":1,"b":"${secret}"}]`, '[{"a":1}]'],
    [`{"a":{"keys":["${secret}"],"n":1.0},"b":"x ${secret}"}`, '{"a":{"n":1.0}}'],
    [`{"${secret}":1,"a":[]}`, '{"a":[]}'],
    ['{"password":"abc"}', '{}'],
  ])('a rule for the body %s compares all of it but the secrets', async (body, rest) => {
    const headers = [...json, ['x-api-key', secret]] as const
    const { when } = await textOf({ method: 'POST', headers, body })
    expect(when?.jsonIncludes).toBe(rest)
  })

  test.each([
    ['text/xml', `<k>${secret}</k> (1)`, { body: { matches: '(?s)^<k>.*</k> \\(1\\)$' } }],
    ['text/xml', `<k>${secret}</k>${' '.repeat(500)}`, {}],
    ['application/json', `["${secret}"]`, {}],
    ['application/json', JSON.stringify(Array(10_001).fill(secret)), {}],
  ])(
    'a rule for a %s body whose secrets cannot be left out compares its type',
    async (...given) => {
      const [type, body, rest] = given
      const headers = [['content-type', type] as const, ['x-api-key', secret] as const]
      const { when } = await textOf({ method: 'POST', headers, body })
      const whole = 'body' in rest ? rest : { headers: { 'content-type': { contains: type } } }
      expect(when).toEqual({ method: 'POST', path: '/', queryString: '', ...whole })
    },
  )

  test('a secret in deeply nested JSON is removed with what is around it', async () => {
    const body = `${'{"a":'.repeat(300)}"${secret}"${'}'.repeat(300)}`
    const { when } = await textOf({ method: 'POST', headers: [['x-api-key', secret]], body })
    expect(when?.jsonIncludes).toBe(`${'{"a":'.repeat(19)}{}${'}'.repeat(19)}`)
  })

  test('user names and ordinary words are not secrets', async () => {
    const headers = [['authorization', `Basic ${btoa('administrator:secret-word')}`]] as const
    const body = '{"login":"administrator","by":"username"}'
    const { response } = await record({ headers, query: 'key=username' }, { headers: json, body })
    expect(response?.data).toBe(body)
  })

  test('a recording with more than 200 secrets is refused', async () => {
    const pairs = Array.from({ length: 201 }, (_, i) => `c${i}=${String(i).padStart(20, '0')}`)
    const asking = record({ headers: [['cookie', pairs.join('; ')]] })
    await expect(asking).rejects.toThrow('too many secrets')
  })

  test('a recorded rule requires a secret parameter with any value', async () => {
    const { when } = await textOf({ query: `page=2&api_key=${secret}` })
    expect(when).toMatchObject({ query: { api_key: { contains: '' } }, queryString: 'page=2' })
  })

  test('values of parameters such as `page_token` and `sort_key` are kept', async () => {
    const query = 'page_token=abcdefghijk&nextToken=abcdefghijk&sort_key=abcdefghijk'
    expect((await record({ query })).when?.queryString).toBe(query)
  })

  test('the values that `redact` names are removed from request and response', async () => {
    const redact = { headers: ['X-Mine'], query: ['who'], json: ['/user/email', '/list/1', '/no'] }
    const body = '{ "user": { "email": "a@example.com", "n": 1.0 }, "list": [1, "b@example.com"] }'
    const { when, response } = await record(
      { method: 'POST', query: 'who=me', headers: [['x-mine', 'mine']], body },
      { headers: [...json, ['x-mine', 'theirs']], body },
      { redact, headers: ['x-mine'] },
    )
    expect(when).toMatchObject({
      query: { who: { contains: '' } },
      headers: { 'x-mine': { contains: '' } },
      jsonIncludes: '{ "user": { "n": 1.0 } }',
    })
    expect(response?.headers).toMatchObject({ 'x-mine': 'redacted' })
    expect(response?.data).toBe(
      '{ "user": { "email": "redacted", "n": 1.0 }, "list": [1, "redacted"] }',
    )
  })

  test('secrets are removed from bytes, and from JSON that is not valid without them', async () => {
    const headers = [['authorization', '1234567890']] as const
    const bytes = await record(
      { headers },
      { body: new Uint8Array([255, ...utf8.encode('1234567890')]) },
    )
    expect(atob(bytes.response?.body ?? '')).toBe('\xffredacted')
    const number = await record({ headers }, { headers: json, body: '[1234567890]' })
    expect(number.response?.body).toBe('[redacted]')
  })
})
