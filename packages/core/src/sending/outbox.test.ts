// Webhooks that are sent, and the results that are kept.
import { describe, expect, test } from 'vitest'
import { handClock } from '../test/hand-clock.ts'
import { at, createSending, never, responseOf, textOf, to } from '../test/sending.ts'
import { signWebhook } from '../webhooks.ts'

test('a message is sent, and its response is kept', async () => {
  const { outbox, asked, send } = createSending(() => responseOf(202, 'tak', 'en'))
  const sent = await send({
    event: { a: 1 },
    headers: { Authorization: 'Bearer x', 'X-A': ['1', '2'] },
  })
  const begun = { id: 1, to, method: 'POST', state: 'pending', messages: 1, attempts: [] }
  expect(sent).toMatchObject({ ...begun, createdAt: '1970-01-01T00:00:00.000Z' })
  const delivery = await outbox.get(1, 20_000)
  expect(asked).toHaveLength(1)
  const [first] = asked
  expect(first?.service.origin).toBe('http://localhost:3000')
  expect(first && [first.method, first.target, textOf(first)]).toEqual([
    'POST',
    '/hooks?a=%41',
    '{"a":1}',
  ])
  const headers = ['user-agent', 'mock-endpoint', 'content-type', 'application/json']
  expect(first?.headers).toEqual([...headers, 'authorization', 'Bearer x', 'x-a', '1', 'x-a', '2'])
  expect(delivery).toEqual({
    ...{ id: 1, to, method: 'POST', state: 'delivered', createdAt: sent.createdAt },
    ...{ messages: 1, delivered: 1, failed: 0, attemptsDropped: 0 },
    attempts: [
      {
        ...{ event: 0, messageId: expect.stringMatching(/^[\da-f-]{36}$/), attempt: 1 },
        ...{ sentAt: sent.createdAt, durationMs: 0, statusCode: 202 },
        request: {
          headers: [
            ['user-agent', 'mock-endpoint'],
            ['content-type', 'application/json'],
            ['authorization', '***'],
            ['x-a', '1'],
            ['x-a', '2'],
          ],
          ...{ body: '{"a":1}', bodyBytes: 7, bodyTruncated: false },
        },
        response: {
          headers: [['content-type', 'text/plain']],
          ...{ body: 'taken', bodyBytes: 5, bodyTruncated: false },
        },
      },
    ],
  })
  const { request, response, ...short } = delivery?.attempts[0] ?? {}
  expect(outbox.list({ after: 0, limit: 10 })).toEqual({
    deliveries: [{ ...delivery, attempts: [short] }],
    isLast: true,
  })
})

test('the start of a long body is kept, and a response is read up to a megabyte', async () => {
  let pieces = 0
  async function* endless(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (;;) {
      pieces += 1
      yield new Uint8Array(100_000).fill(97)
    }
  }
  const { outbox, send } = createSending(() => ({ status: 200, headers: [], body: endless() }))
  await send({ body: 'b'.repeat(1000) })
  const delivery = await outbox.get(1, 20_000)
  expect(delivery).toMatchObject({
    state: 'delivered',
    attempts: [
      {
        request: { body: 'b'.repeat(100), bodyBytes: 1000, bodyTruncated: true },
        response: { body: 'a'.repeat(100), bodyBytes: 1_100_000, bodyTruncated: true },
      },
    ],
  })
  expect(pieces).toBe(11)
})

describe('headers', () => {
  const named = (headers: readonly string[]) => headers.filter((_, i) => i % 2 === 0)
  test.each<[delivery: object, ...headers: string[]]>([
    [{ event: 1 }, 'user-agent', 'content-type'],
    [{ body: 'a' }, 'user-agent'],
    [{ event: 1, headers: { 'User-Agent': null, 'Content-Type': null } }],
    [
      { event: 1, sign: { scheme: 'github', secret: 's' } },
      'user-agent',
      'content-type',
      'x-github-delivery',
      'x-hub-signature-256',
    ],
    [
      { event: 1, sign: { scheme: 'shopify', secret: 's' } },
      'user-agent',
      'content-type',
      'x-shopify-webhook-id',
      'x-shopify-hmac-sha256',
    ],
    [
      { event: 1, sign: { scheme: 'standard', secret: 'AAAA' } },
      'user-agent',
      'content-type',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ],
  ])('the delivery %j is sent with exactly the expected headers', async (delivery, ...names) => {
    const { outbox, asked, send } = createSending(() => 200)
    await send(delivery)
    await outbox.get(1, 20_000)
    expect(asked.map(({ headers }) => named(headers))).toEqual([names])
  })
})

test('`id` is the message id, also in the id header of a scheme', async () => {
  const { outbox, asked, send } = createSending(() => 200)
  const sign = { scheme: 'github', secret: 's' }
  await send({ event: 1, id: 'evt_1', duplicate: 2, sign })
  const delivery = await outbox.get(1, 20_000)
  expect(delivery?.attempts.map(({ messageId }) => messageId)).toEqual(['evt_1', 'evt_1'])
  expect(asked.map(({ headers }) => headers.at(headers.indexOf('x-github-delivery') + 1))).toEqual([
    'evt_1',
    'evt_1',
  ])
})

test('each attempt is signed again, with the time at which it is sent', async () => {
  const hand = handClock()
  let time = 1_000_000
  const clock = at(hand, () => time)
  const { outbox, asked, send } = createSending((_, nth) => (nth === 1 ? 500 : 200), { clock })
  const options = { scheme: 'standard', secret: 'c2VjcmV0' } as const
  await send({ event: 1, attempts: 2, sign: options })
  // The delivery waits for its second attempt.
  await expect.poll(() => hand.waits.at(-1)).toBe(1000)
  time = 9_000_000
  await hand.fire()
  const { attempts = [] } = (await outbox.get(1, 20_000)) ?? {}
  expect(attempts.map(({ sentAt }) => Date.parse(sentAt))).toEqual([1_000_000, 9_000_000])
  const id = attempts[0]?.messageId ?? ''
  expect(attempts.map(({ messageId }) => messageId)).toEqual([id, id])
  for (const [i, time] of [1_000_000, 9_000_000].entries()) {
    const { headers } = await signWebhook({ body: '1', id, time }, options)
    expect(asked[i]?.headers.slice(4)).toEqual(Object.entries(headers).flat())
  }
})

test('a request signed for Twilio goes to `to` with the hash, not to the signed URL', async () => {
  const { outbox, asked, send } = createSending(() => 200)
  const sign = { scheme: 'twilio', secret: 's', url: 'https://other.example/?b=c' }
  await send({ event: 1, sign })
  await outbox.get(1, 20_000)
  expect(asked.map(({ service }) => service.origin)).toEqual(['http://localhost:3000'])
  expect(asked[0]?.target).toMatch(/^\/hooks\?a=%41&bodySHA256=[\da-f]{64}$/)
})

describe('deliveries that cannot be sent', () => {
  test.each<[delivery: object, code: string, detail: string]>([
    [
      { to: 'http://127.0.0.2.example', event: 1 },
      'send-refused',
      "This service may not send to `127.0.0.2.example`. Start it with `--allow-send 127.0.0.2.example`; in a test, set the option `allowSend: ['127.0.0.2.example']`.",
    ],
    [
      { to: 'http://10.0.0.1', event: 1 },
      'send-refused',
      'This service may not send to `10.0.0.1`.',
    ],
    [
      { event: 1, sign: { scheme: 'standard', secret: '?' } },
      'invalid-delivery',
      '/sign cannot be used: The secret',
    ],
    [
      { event: 1, sign: { scheme: 'hmac', secret: 's', header: 'a b' } },
      'invalid-delivery',
      '/sign cannot be used: header',
    ],
  ])('the delivery %j is refused, and nothing is sent', async (delivery, code, detail) => {
    const { outbox, send, asked } = createSending(() => 200)
    const error = await send(delivery).catch((error) => error)
    expect(error).toMatchObject({ code, message: expect.stringContaining(detail) })
    expect(outbox.list({ after: 0, limit: 10 })).toEqual({ deliveries: [], isLast: true })
    expect(asked).toEqual([])
  })

  test('a closed outbox refuses every delivery', async () => {
    const { outbox, send } = createSending(never)
    await send({ event: 1 })
    outbox.close()
    await expect(send({ event: 1 })).rejects.toMatchObject({ code: 'shutting-down' })
    expect(outbox.list({ after: 0, limit: 10 }).deliveries).toEqual([])
  })
})
