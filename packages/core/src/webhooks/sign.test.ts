// Signatures are the same as those of libraries for the same secret, body and time.
import { describe, expect, test } from 'vitest'
import { body, check, received, samples, schemes, sentAt } from '../test/webhook-samples.ts'
import { signWebhook, type WebhookSecret } from '../webhooks.ts'

const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'
const time = sentAt * 1000

function lowered(headers: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

describe.each(schemes)('%s', (scheme) => {
  const { options, headers, headersOfEmptyBody, query } = samples[scheme]

  test('signWebhook signs as the libraries of the scheme do', async () => {
    const signed = await signWebhook({ body, id, time }, options)
    expect(signed.headers).toEqual(lowered(headers))
    expect(signed.url).toBe(scheme === 'twilio' ? `https://example.com/hooks?${query}` : undefined)
    const bytes = new TextEncoder().encode(body)
    expect(await signWebhook({ body: bytes, id, time: new Date(time) }, options)).toEqual(signed)
  })

  test('signWebhook signs an empty body', async () => {
    const signed = await signWebhook({ id, time }, options)
    // An empty body for Twilio has no hash, because the signature of the URL is enough.
    const expected = scheme === 'twilio' ? signed.headers : lowered(headersOfEmptyBody)
    expect(signed.headers).toEqual(expected)
    expect(await check(received(signed.headers, ''), options)).toBe('right')
  })

  test('a signature is not right for another body or another secret', async () => {
    const { headers, url = 'http://a/' } = await signWebhook({ body, id, time }, options)
    const request = { query: new URL(url).searchParams }
    expect(await check(received(headers, body, request), options)).toBe('right')
    expect(
      await check(received(headers, body.replace('1', '2').replace('o', 'p'), request), options),
    ).not.toBe('right')
    const other = { ...options, secret: samples[scheme].oldSecret }
    expect(await check(received(headers, body, request), other)).not.toBe('right')
  })

  test('signWebhook refuses an empty secret', async () => {
    const signing = signWebhook({ body }, { ...options, secret: '' })
    await expect(signing).rejects.toThrow(`The secret of \`${scheme}\` is empty.`)
  })
})

test('without `id` and `time`, the id is new and the time is now', async () => {
  const { options } = samples.standard
  const [one, other] = [await signWebhook({ body }, options), await signWebhook({ body }, options)]
  expect(one.headers['webhook-id']).toMatch(/^msg_[\da-f]{32}$/)
  expect(one.headers['webhook-id']).not.toBe(other.headers['webhook-id'])
  expect(await check(received(one.headers, body, { receivedAt: new Date() }), options)).toBe(
    'right',
  )
})

test('signWebhook for Twilio signs the parameters of a form, and its URL', async () => {
  const secret: WebhookSecret = { scheme: 'twilio', secret: '12345' }
  const form = { body: 'To=%2B1&From=%2B2&To=a', contentType: 'application/x-www-form-urlencoded' }
  const url = 'https://example.com/hooks'
  const signed = await signWebhook({ ...form, url }, secret)
  expect(signed.url).toBe(url)
  const headers = { ...signed.headers, 'content-type': form.contentType }
  expect(await check(received(headers, form.body), { ...secret, url })).toBe('right')
  await expect(signWebhook(form, secret)).rejects.toThrow(
    'url must be a whole URL with http: or https:, not `undefined`.',
  )
})

test('signWebhook rejects a wrong option and says what it must be', async () => {
  const unknown = { scheme: 'paypal' as never, secret: 'a' }
  await expect(signWebhook({}, unknown)).rejects.toThrow(/^scheme must be one of standard, github/)
  const header = { scheme: 'hmac', secret: 'a', header: 'x y' } as const
  await expect(signWebhook({}, header)).rejects.toThrow(/^header must be the name of a header/)
  const key = { scheme: 'standard', secret: 'a b' } as const
  await expect(signWebhook({}, key)).rejects.toThrow(/^The secret of `standard` must be base64/)
  const signing = signWebhook({ time: Number.NaN }, samples.stripe.options)
  await expect(signing).rejects.toThrow(
    'time must be a Date, or milliseconds since 1970, not `NaN`.',
  )
})
