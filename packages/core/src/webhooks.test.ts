import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMock } from './mock.ts'
import { body, check, received, samples, schemes, sentAt, timed } from './test/webhook-samples.ts'
import { verifyWebhook } from './webhooks.ts'

function sign(key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

const noSignature = expect.stringMatching(
  /that was made with this secret|the SHA-256 of its body is/,
)

describe.each(schemes)('%s webhooks', (scheme) => {
  const { options, oldSecret, headers, headersOfEmptyBody, header, ...queries } = samples[scheme]
  const bytes = new TextEncoder().encode(body)
  const query = new URLSearchParams(queries.query)

  test('a signature that a library made is valid', async () => {
    await expect(
      verifyWebhook(received(headers, body, { query }), options),
    ).resolves.toBeUndefined()
    const empty = { query: new URLSearchParams(queries.queryOfEmptyBody) }
    expect(await check(received(headersOfEmptyBody, '', empty), options)).toBe('right')
  })

  test('a signature made with another secret is invalid', async () => {
    for (const other of [oldSecret, samples.standard.options.secret.replace('C2', 'C3')]) {
      expect(
        await check(received(headers, body, { query }), { ...options, secret: other }),
      ).toEqual(noSignature)
    }
  })

  test('a body with any bit changed, or with one byte more or less, is refused', async () => {
    const altered = [bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(0)])]
    for (const i of bytes.keys()) altered.push(bytes.with(i, (bytes[i] ?? 0) ^ (1 << (i % 8))))
    for (const each of [...altered, new Uint8Array()]) {
      expect(await check(received(headers, each, { query }), options)).toEqual(noSignature)
    }
  })

  test('a signature with any character changed is refused', async () => {
    const value = headers[header] ?? ''
    for (let i = 0; i < value.length; i++) {
      const other = value[i] === '1' ? '2' : '1'
      const changed = { ...headers, [header]: value.slice(0, i) + other + value.slice(i + 1) }
      expect(await check(received(changed, body, { query }), options)).toMatch(
        /^Error: The (header|timestamp) /,
      )
    }
  })

  test('the error for a missing header names it', async () => {
    for (const name of Object.keys(headers)) {
      const { [name]: _, ...others } = headers
      const error = `Error: POST /endpoint/hooks has no header \`${name}\`.`
      expect(await check(received(others, body, { query }), options)).toBe(error)
    }
  })

  test('a truncated body is refused, and the error names the option to raise', async () => {
    const request = received(headers, bytes, { query, bodyTruncated: true })
    expect(await check(request, options)).toBe(
      'Error: The journal kept only 40 bytes of the body of POST /endpoint/hooks, and all of it is signed: raise `journal: { bodyBytes }`.',
    )
  })

  test('an empty secret causes a TypeError', async () => {
    expect(await check(received(headers), { ...options, secret: '' })).toBe(
      `TypeError: The secret of \`${scheme}\` is empty.`,
    )
  })
})

describe.each(['standard', 'stripe'] as const)('%s webhooks while the secret changes', (scheme) => {
  const { options, oldSecret, headers, header, rotated } = samples[scheme]

  test('one valid signature among several is enough, at any position', async () => {
    const request = received({ ...headers, [header]: rotated ?? '' })
    expect(await check(request, options)).toBe('right')
    expect(await check(request, { ...options, secret: oldSecret })).toBe('right')
    const neither = samples.standard.options.secret.replace('C2', 'C3')
    expect(await check(request, { ...options, secret: neither })).toEqual(noSignature)
  })
})

describe.each(timed)('the timestamp of %s', (scheme) => {
  const { options, headers } = samples[scheme]
  const request = received(headers)

  test.each([
    [-300.001, undefined, 'new'],
    [-300, undefined, undefined],
    [300.999, undefined, undefined],
    [301, undefined, 'old'],
    [5.999, 5_000, undefined],
    [6, 5_000, 'old'],
    [-6, 5_000, 'new'],
    [0.5, 0, undefined],
    [1, 0, 'old'],
    [1e9, Infinity, undefined],
    [0, Number.NaN, 'new'],
  ])('a timestamp of age %d s, tolerance %s ms, is: %s', async (age, tolerance, verdict) => {
    const time = (sentAt + age) * 1000
    const expected = verdict === undefined ? 'right' : expect.stringContaining(`is too ${verdict}:`)
    const limits = { ...options, ...(tolerance !== undefined && { tolerance }) }
    const old = { ...request, receivedAt: new Date(time) }
    expect(await check(old, limits)).toEqual(expected)
    expect(await check(request, { ...limits, now: time })).toEqual(expected)
    expect(await check(request, { ...limits, now: new Date(time) })).toEqual(expected)
  })
})

test.each(['github', 'shopify', 'twilio'] as const)(
  'signatures of %s have no timestamp and never expire',
  async (scheme) => {
    const { options, headers, query } = samples[scheme]
    const request = received(headers, body, { query: new URLSearchParams(query) })
    expect(await check(request, { ...options, now: (sentAt + 1e9) * 1000 })).toBe('right')
  },
)

test('the example signatures of Standard Webhooks, GitHub and Slack are valid', async () => {
  // The test suite of Standard Webhooks.
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const now = 1614265330_000
  const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  for (const secret of [key, `whsec_${key}`]) {
    const request = received(headers, '{"test": 2432232314}')
    expect(await check(request, { scheme: 'standard', secret, now })).toBe('right')
  }
  // The documentation of GitHub.
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const hello = received({ 'x-hub-signature-256': signature }, 'Hello, World!')
  const secret = "It's a Secret to Everybody"
  expect(await check(hello, { scheme: 'github', secret })).toBe('right')
  // The documentation of Slack.
  const command = received(
    {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    { receivedAt: new Date(1531420618_000) },
  )
  const slack = '8f742231b10e8888abcd99yyyzzz85a5'
  expect(await check(command, { scheme: 'slack', secret: slack })).toBe('right')
})

test('a complete set of Svix headers is accepted as Standard Webhooks, a mix is not', async () => {
  const { options, headers } = samples.standard
  const svix = Object.entries(headers).map(([name, value]) => [
    name.replace('webhook', 'svix'),
    value,
  ])
  const check3 = (all: string[][]) => check(received(all as [string, string][]), options)
  expect(await check3(svix)).toBe('right')
  expect(await check3([...svix, ...Object.entries(headers)])).toBe('right')
  expect(await check3(svix.slice(1))).toContain('no header `svix-id`')
  expect(await check3([...svix.slice(1), ['webhook-id', 'a']])).toContain('`webhook-timestamp`')
})

test('signatures that node:crypto makes are valid for any bytes and any secret', async () => {
  const binary = fc.uint8Array({ maxLength: 300 })
  const key = fc.uint8Array({ minLength: 1, maxLength: 200 })
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(binary, key, text, fc.uuid(), async (content, bytes, secret, id) => {
      const standard = sign(bytes, `${id}.${sentAt}.`, content).toString('base64')
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': `${sentAt}`,
        'webhook-signature': `v1,${standard}`,
        'x-hub-signature-256': `sha256=${sign(secret, content).toString('hex')}`,
        'stripe-signature': `v1=${sign(secret, `${sentAt}.`, content).toString('hex')},t=${sentAt}`,
        'x-slack-request-timestamp': `${sentAt}`,
        'x-slack-signature': `v0=${sign(secret, `v0:${sentAt}:`, content).toString('hex')}`,
        'x-shopify-hmac-sha256': sign(secret, content).toString('base64'),
      }
      const request = received(headers, content)
      const base64 = Buffer.from(bytes).toString('base64')
      expect(await check(request, { scheme: 'standard', secret: base64 })).toBe('right')
      for (const scheme of ['github', 'stripe', 'slack', 'shopify'] as const) {
        expect(await check(request, { scheme, secret })).toBe('right')
      }
    }),
  )
})

test('a webhook that a mock endpoint recorded can be verified', async () => {
  const { options, headers } = samples.standard
  const { secret } = options
  const mock = await createMock({ journal: { bodyBytes: 50 } })
  const { url } = await mock.add({ name: 'hooks', data: null })
  const content = Uint8Array.of(0xef, 0xbb, 0xbf, 0, 0xff, 0xfe, 10, 13)
  const github = (bytes: Uint8Array) => ({
    'X-Hub-Signature-256': `sha256=${sign(secret, bytes).toString('hex')}`,
  })
  const long = Buffer.alloc(51)
  await mock.fetch(url, { method: 'POST', headers, body })
  await mock.fetch(url, { method: 'POST', headers: github(content), body: content })
  await mock.fetch(url, { method: 'PUT', headers: github(long), body: long })
  const [text, binary, truncated] = await mock.requests()
  if (!text || !binary || !truncated) throw new Error('There are not three requests.')
  expect(await check(text, { ...options, now: sentAt * 1000 })).toBe('right')
  expect(await check(text, options)).toContain('s before it was received')
  expect(await check(binary, { scheme: 'github', secret })).toBe('right')
  expect(await check(truncated, { scheme: 'github', secret })).toContain('kept only 50 bytes')
})

test('verifyWebhook refuses what is not a received request', async () => {
  const options = { scheme: 'github', secret: 'a' } as const
  for (const given of [{ headers: {}, body: '' }, { headers: new Headers(), body: '' }, {}]) {
    await expect(verifyWebhook(given as never, options)).rejects.toThrow(
      'takes a request that a mock has received',
    )
  }
})
