import { createHmac } from 'node:crypto'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { body, check, received, sentAt } from '../test/webhook-samples.ts'
import type { HmacSecret, TwilioSecret, VendorSecret, WebhookSecret } from '../webhooks.ts'

const options: HmacSecret = { scheme: 'hmac', header: 'x-signature', secret: 's3cret' }

type Extra = Omit<HmacSecret, 'scheme' | 'header' | 'secret'>

function checkWith(
  value: string,
  more: Extra = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  return check(received({ 'x-signature': value, ...headers }), { ...options, ...more })
}

describe.each(['sha1', 'sha256', 'sha384', 'sha512'] as const)('%s', (algorithm) => {
  test.each(['hex', 'base64'] as const)(
    'a signature in %s is right, and a shorter or longer one is malformed',
    async (encoding) => {
      const signature = createHmac(algorithm, 's3cret').update(body).digest(encoding)
      expect(await checkWith(signature, { algorithm, encoding })).toBe('right')
      const other = signature.startsWith('a') ? 'b' : 'a'
      const wrong = `${other}${signature.slice(1)}`
      expect(await checkWith(wrong, { algorithm, encoding })).toContain('no signature of its body')
      for (const malformed of [
        `${signature}a`,
        signature.slice(1),
        `a=${signature}`,
        ` , ${signature}`,
      ]) {
        expect(await checkWith(malformed, { algorithm, encoding })).toContain(' must have ')
      }
    },
  )
})

test('the signature of RFC 4231, test case 2, is right', async () => {
  const request = received(
    { 'x-signature': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
    'what do ya want for nothing?',
  )
  expect(await check(request, { ...options, secret: 'Jefe' })).toBe('right')
})

test('by default, a signature is SHA-256 in hexadecimal digits, without a prefix', async () => {
  const signature = createHmac('sha256', 's3cret').update(body).digest('hex')
  expect(await checkWith(signature)).toBe('right')
  expect(await checkWith(signature.toUpperCase())).toMatchInlineSnapshot(
    `"Error: The header \`x-signature\` of POST /endpoint/hooks must have 64 hexadecimal digits in lower case, but it is \`8CDF00C9AA48C9D695FBE08D5E60F801ACE585ED4DEF795B4F2D5D0CEB522C87\`."`,
  )
})

test('the prefix of a signature is text, not a pattern', async () => {
  const signature = createHmac('sha256', 's3cret').update(body).digest('hex')
  const prefix = '^a.b*(c)[d]{e}|\\$+?='
  expect(await checkWith(`${prefix}${signature}`, { prefix })).toBe('right')
  expect(await checkWith(signature, { prefix: 'sha256=' })).toContain('must have `sha256=` and 64')
  expect(await checkWith(`aXb${signature}`, { prefix: 'a.b' })).toContain('must have `a.b` and 64')
})

test('the timestamp is signed before the body, in the form of `before`', async () => {
  const timestampHeader = 'x-sent-at'
  const headers = { 'x-sent-at': `${sentAt}` }
  const signed = (before: string) =>
    createHmac('sha256', 's3cret')
      .update(before + body)
      .digest('hex')
  expect(await checkWith(signed(`${sentAt}.`), { timestampHeader }, headers)).toBe('right')
  const before = '{timestamp}|$&|{timestamp}:'
  const twice = signed(`${sentAt}|$&|${sentAt}:`)
  expect(await checkWith(twice, { timestampHeader, before }, headers)).toBe('right')
  expect(await checkWith(signed('v1:'), { before: 'v1:' })).toBe('right')
  expect(await checkWith(signed(''), { timestampHeader }, headers)).toContain(
    'no signature of `1674087231.` and',
  )
  expect(await checkWith(signed(''), { timestampHeader })).toContain('has no header `x-sent-at`')
  expect(await checkWith(signed(''), { timestampHeader }, { 'x-sent-at': 'now' })).toContain(
    'whole seconds',
  )
})

test('a wrong option is a TypeError with the allowed values', async () => {
  const said = (more: object) => checkWith('', more as Extra)
  expect(await said({ algorithm: 'md5' })).toMatchInlineSnapshot(
    `"TypeError: algorithm must be one of sha1, sha256, sha384, sha512, not \`md5\`."`,
  )
  expect(await said({ algorithm: 'toString' })).toMatch(/^TypeError: algorithm must be one of /)
  expect(await said({ encoding: 'base64url' })).toMatchInlineSnapshot(
    `"TypeError: encoding must be one of hex, base64, not \`base64url\`."`,
  )
  expect(await said({ header: undefined })).toMatchInlineSnapshot(
    `"TypeError: header must be the name of a header, not \`undefined\`."`,
  )
  expect(await said({ header: 'x signature' })).toMatch(/^TypeError: header must be /)
  expect(await said({ timestampHeader: '' })).toMatchInlineSnapshot(
    `"TypeError: timestampHeader must be the name of a header, not \`\`."`,
  )
  expect(await said({ before: '{timestamp}:' })).toMatchInlineSnapshot(
    `"TypeError: before must have \`{timestamp}\` exactly when \`timestampHeader\` is given, but it is \`{timestamp}:\`."`,
  )
  expect(await said({ timestampHeader: 'x-sent-at', before: 'v1:' })).toMatch(
    /^TypeError: before must/,
  )
})

test('the options of one scheme are not allowed for another', () => {
  expectTypeOf<{ scheme: 'hmac'; secret: string }>().not.toExtend<WebhookSecret>()
  expectTypeOf<{ scheme: 'hmac'; secret: string; header: string }>().toExtend<WebhookSecret>()
  expectTypeOf<WebhookSecret>().toEqualTypeOf<HmacSecret | TwilioSecret | VendorSecret>()
  // @ts-expect-error `github` has no `header`.
  const github: WebhookSecret = { scheme: 'github', secret: 'a', header: 'x-signature' }
  // @ts-expect-error `hmac` has no `url`.
  const hmac: WebhookSecret = { scheme: 'hmac', secret: 'a', header: 'b', url: 'http://c' }
  expect([github, hmac]).toHaveLength(2)
})
