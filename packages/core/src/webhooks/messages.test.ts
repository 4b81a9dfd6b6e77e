import { describe, expect, test } from 'vitest'
import { check, received, samples, sentAt } from '../test/webhook-samples.ts'
import type { WebhookSecret } from '../webhooks.ts'

const { standard, github, stripe } = samples

/** Resolves to the message for a request with right headers, some of them replaced by `headers`. */
function said(
  scheme: WebhookSecret['scheme'],
  headers: Readonly<Record<string, string>>,
  given: Partial<Pick<WebhookSecret, 'secret' | 'now'>> = {},
): Promise<string> {
  const { options, headers: right } = samples[scheme]
  return check(received({ ...right, ...headers }), { ...options, ...given })
}

describe('messages of malformed headers', () => {
  test('a malformed Standard Webhooks header is reported with the form it must have', async () => {
    expect(await said('standard', { 'webhook-id': '' })).toMatchInlineSnapshot(
      `"Error: The header \`webhook-id\` of POST /endpoint/hooks must have an id, but it is empty."`,
    )
    expect(await said('standard', { 'webhook-timestamp': '1674087231000' })).toMatchInlineSnapshot(
      `"Error: The header \`webhook-timestamp\` of POST /endpoint/hooks must have whole seconds since 1970, but it is \`1674087231000\`."`,
    )
    expect(await said('standard', { 'webhook-signature': 'v1' })).toMatchInlineSnapshot(
      `"Error: The header \`webhook-signature\` of POST /endpoint/hooks must have \`v1,\` and 44 characters of base64, but it is \`v1\`."`,
    )
  })

  test.each([
    standard.rotated?.replaceAll('v1,', 'v1='),
    standard.rotated?.replaceAll('v1,', 'V1,'),
    standard.rotated?.replaceAll('v1,', ''),
    standard.rotated?.replaceAll('=', ''),
    standard.rotated?.replaceAll(' ', ','),
    standard.headers['webhook-signature']?.replace('s=', 't='),
  ])('the signature %s of Standard Webhooks is malformed', async (value = '') => {
    expect(await said('standard', { 'webhook-signature': value })).toContain(
      ' must have `v1,` and ',
    )
  })

  test('a malformed GitHub header is reported with the form it must have', async () => {
    expect(await said('github', { 'x-hub-signature-256': '***' })).toMatchInlineSnapshot(
      `"Error: The header \`x-hub-signature-256\` of POST /endpoint/hooks must have \`sha256=\` and 64 hexadecimal digits in lower case, but it is \`***\`."`,
    )
    const digits = github.headers['x-hub-signature-256']?.slice(7) ?? ''
    const faulty = [digits, `sha1=${digits}`, `sha256=${digits.toUpperCase()}`, `sha256=${digits}0`]
    for (const value of [...faulty, `sha256=${digits}, sha256=${digits}`, 'sha256=']) {
      expect(await said('github', { 'x-hub-signature-256': value })).toContain(
        ' must have `sha256=`',
      )
    }
  })

  test('a malformed Stripe header is reported with the form it must have', async () => {
    const [time = '', signature = ''] = stripe.headers['stripe-signature']?.split(',') ?? []
    expect(await said('stripe', { 'stripe-signature': signature })).toMatchInlineSnapshot(
      `"Error: The header \`stripe-signature\` of POST /endpoint/hooks must have \`t=\` and whole seconds since 1970, but it is \`v1=80b5839eb0f72b1c7b929e116d3350917a18d532ac23b875c4352afe2b2db513\`."`,
    )
    expect(await said('stripe', { 'stripe-signature': time })).toMatchInlineSnapshot(
      `"Error: The header \`stripe-signature\` of POST /endpoint/hooks must have \`v1=\` and 64 hexadecimal digits in lower case, but it is \`t=1674087231\`."`,
    )
    for (const value of [`t=soon,${signature}`, `${time}5678,${signature}`, `at=1,${signature}`]) {
      expect(await said('stripe', { 'stripe-signature': value })).toContain(' must have `t=` and ')
    }
    const faulty = [
      `v1=${signature.slice(3).toUpperCase()}`,
      ` ${signature}`,
      `${signature}0`,
      signature.slice(0, -1),
    ]
    for (const value of [
      ...faulty,
      signature.replace('v1', 'v0'),
      signature.replace('v1', 'xv1'),
    ]) {
      const header = { 'stripe-signature': `${time},${value}` }
      expect(await said('stripe', header)).toContain(' must have `v1=` and ')
    }
  })
})

test('the message of a malformed header shows at most 100 characters of it', async () => {
  const shown = async (value: string) => said('github', { 'x-hub-signature-256': value })
  expect(await shown('x'.repeat(101))).toContain(` is \`${'x'.repeat(100)}…\`.`)
  expect(await shown('x'.repeat(100))).toContain(` is \`${'x'.repeat(100)}\`.`)
})

test('the message of a missing header names it', async () => {
  const request = received({ 'x-hub-signature': 'sha1=0' })
  expect(await check(request, github.options)).toMatchInlineSnapshot(
    `"Error: POST /endpoint/hooks has no header \`x-hub-signature-256\`."`,
  )
  expect(await check(request, standard.options)).toMatchInlineSnapshot(
    `"Error: POST /endpoint/hooks has no header \`webhook-id\`."`,
  )
})

test('the message of a wrong signature includes the signed text and the body length', async () => {
  const secret = standard.oldSecret
  expect(await said('standard', {}, { secret })).toMatchInlineSnapshot(
    `"Error: The header \`webhook-signature\` of POST /endpoint/hooks has no signature of \`msg_2KWPBgLlAfxdpx2AI54pPJ85f4W.1674087231.\` and its body that was made with this secret; the body has 40 bytes, exactly as they were received."`,
  )
  expect(await said('github', {}, { secret })).toMatchInlineSnapshot(
    `"Error: The header \`x-hub-signature-256\` of POST /endpoint/hooks has no signature of its body that was made with this secret; the body has 40 bytes, exactly as they were received."`,
  )
  expect(await said('stripe', {}, { secret })).toMatchInlineSnapshot(
    `"Error: The header \`stripe-signature\` of POST /endpoint/hooks has no signature of \`1674087231.\` and its body that was made with this secret; the body has 40 bytes, exactly as they were received."`,
  )
})

test('the message of a timestamp beyond the tolerance includes the distance', async () => {
  const now = (sentAt - 86_400) * 1000
  expect(await said('stripe', {}, { now })).toMatchInlineSnapshot(
    `"Error: The timestamp 1674087231 of POST /endpoint/hooks is too new: it is 86400 s after \`now\`, and the tolerance is 300 s."`,
  )
  const late = received(standard.headers, '', { receivedAt: new Date((sentAt + 301) * 1000) })
  expect(await check(late, standard.options)).toMatchInlineSnapshot(
    `"Error: The timestamp 1674087231 of POST /endpoint/hooks is too old: it is 301 s before it was received, and the tolerance is 300 s."`,
  )
})

test('an invalid secret is a TypeError that includes the required form', async () => {
  expect(await said('standard', {}, { secret: 'whsec_' })).toMatchInlineSnapshot(
    `"TypeError: The secret of \`standard\` must be base64, with or without \`whsec_\`."`,
  )
  for (const secret of [
    'whsk_C2FVsBQI',
    'C2FVsBQ',
    'C2FVsBQI\n',
    'A===',
    '=',
    'C2FV sBQI',
    'C2-_',
  ]) {
    expect(await said('standard', {}, { secret })).toMatch(
      /^TypeError: The secret of `standard` must/,
    )
  }
  expect(await said('github', {}, { secret: '' })).toMatchInlineSnapshot(
    `"TypeError: The secret of \`github\` is empty."`,
  )
})

test('an unknown scheme is a TypeError', async () => {
  const secret = { scheme: 'paypal' as never, secret: 'a' }
  expect(await check(received({}), secret)).toMatchInlineSnapshot(
    `"TypeError: scheme must be one of standard, github, stripe, slack, shopify, twilio, hmac, not \`paypal\`."`,
  )
})
