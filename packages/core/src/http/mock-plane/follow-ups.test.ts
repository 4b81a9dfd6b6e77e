// Webhooks that follow a response. Their receiver is a function in the test.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { NewFollowUp } from '../../client.ts'
import { createFetchForwarder } from '../../forward/fetch-forwarder.ts'
import { createMock, type Mock } from '../../mock.ts'
import { settle } from '../../test/hand-clock.ts'

const to = 'http://localhost:3000/hooks'
const then: readonly NewFollowUp[] = [{ send: { to, event: { paid: true } } }]

interface Received {
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

interface Sending {
  readonly mock: Mock
  readonly received: readonly Received[]
  /** Sends a request to the endpoint `pay`. */
  readonly pay: (init?: RequestInit & { readonly path?: string }) => Promise<Response>
}

async function sending(): Promise<Sending> {
  const received: Received[] = []
  const forwarder = createFetchForwarder(async (...args) => {
    const request = new Request(...args)
    const { url, headers } = request
    received.push({ url, headers, body: await request.text() })
    return new Response('ok')
  })
  const mock = await createMock({ forwarder })
  onTestFinished(mock.close)
  const pay: Sending['pay'] = ({ path = '', ...init } = {}) =>
    mock.fetch(`${mock.baseUrl}/pay${path}`, init)
  return { mock, received, pay }
}

/** Returns the deliveries of a request, or of all, once `count` of them have ended. */
async function deliveriesOf({ mock }: Sending, count: number, request?: number) {
  const query = request === undefined ? '' : `?request=${request}`
  const url = new URL(`/api/delivery${query}`, mock.baseUrl)
  let deliveries: { readonly state: string; readonly request?: number }[] = []
  await expect
    .poll(async () => {
      ;({ deliveries } = await (await mock.fetch(url)).json())
      return deliveries.filter(({ state }) => state !== 'pending').length
    })
    .toBe(count)
  return deliveries
}

describe('webhooks that follow a response', () => {
  test('a webhook that follows a response has values of the request', async () => {
    const it = await sending()
    const { mock, received, pay } = it
    await mock.endpoint('pay').rule({
      when: { method: 'POST', path: '/:kind' },
      response: {
        statusCode: 202,
        data: { id: { $request: '/body/id' } },
        dynamic: true,
        then: [
          {
            send: {
              to: '${/body/callback}?kind=${/params/kind}',
              event: { id: { $request: '/body/id' }, note: 'of ${/body/who}', at: { $now: true } },
              headers: { 'x-who': '${/body/who}' },
              sign: { scheme: 'github', secret: 's' },
              id: 'of-${/body/id}',
            },
          },
        ],
      },
    })
    const asked =
      '{"id":12345678901234567890,"who":"\\"Ann\\"","callback":"http://localhost:3000/cb"}'
    const response = await pay({ path: '/card', method: 'POST', body: asked })
    expect([response.status, await response.text()]).toEqual([202, '{"id":12345678901234567890}'])
    expect(await deliveriesOf(it, 1, 1)).toMatchObject([{ request: 1, state: 'delivered' }])
    expect(await deliveriesOf(it, 0, 2)).toEqual([])
    const [{ url, headers, body } = { url: '', headers: new Headers(), body: '' }] = received
    expect(url).toBe('http://localhost:3000/cb?kind=card')
    expect(body).toMatch(
      /^\{"id":12345678901234567890,"note":"of \\"Ann\\"","at":"\d{4}-[^"]*Z"\}$/,
    )
    expect(headers.get('x-who')).toBe('"Ann"')
    expect(headers.get('x-github-delivery')).toBe('of-12345678901234567890')
    expect(headers.get('x-hub-signature-256')).toMatch(/^sha256=/)
  })

  test.each([
    ['with a body in pieces', { chunks: [{ body: 'a' }, { body: 'b', delay: 1 }] }],
    ['with a body that is cut off', { data: [1, 2, 3], fault: 'truncate' }],
    ['with a connection that breaks', { fault: 'reset' }],
    [
      'with a body that has no places',
      { body: 'a', dynamic: 'headers', headers: { a: '${/path}' } },
    ],
    ['after a delay', { statusCode: 204, delay: 1 }],
  ] as const)('a webhook is sent for a response %s', async (_, members) => {
    const it = await sending()
    await it.mock.endpoint('pay').rule({ response: { ...members, then } })
    await it.pay().then(
      (response) => response.text().catch(() => ''),
      () => '',
    )
    await deliveriesOf(it, 1)
    expect(it.received).toMatchObject([{ url: to, body: '{"paid":true}' }])
  })

  test('each response of a list or a function sends its own webhooks', async () => {
    const it = await sending()
    const pay = it.mock.endpoint('pay')
    const event = (n: number) => [{ send: { to, event: n } }, { send: { to, events: [n, n] } }]
    await pay.rule({ response: ({ id }) => ({ statusCode: 201, then: event(id) }) })
    expect((await it.pay()).status).toBe(201)
    await deliveriesOf(it, 2)
    await it.mock.reset()
    await pay.rule({ responses: [{ data: 1 }, { data: 2, then: event(2) }] })
    await it.pay()
    await it.pay()
    await deliveriesOf(it, 2)
    const bodies = it.received.map(({ body }) => body)
    expect(bodies.toSorted()).toEqual(['1', '1', '1', '2', '2', '2'])
  })

  test('the webhook of a held response follows its release, which may replace it', async () => {
    const it = await sending()
    await it.mock.endpoint('pay').rule({ response: { hold: true, then } })
    const first = it.pay()
    await settle()
    expect(it.received).toEqual([])
    await it.mock.release()
    await first
    await deliveriesOf(it, 1)
    const second = it.pay()
    await settle()
    await it.mock.release({ response: { then: [{ send: { to, event: 'late' } }] } })
    await second
    await deliveriesOf(it, 2)
    expect(it.received.map(({ body }) => body)).toEqual(['{"paid":true}', '"late"'])
  })
})

describe('webhooks that are not sent', () => {
  test.each([
    ['that is held', { hold: true }],
    ['that is delayed', { delay: 3_600_000 }],
    ['that is being sent', { chunks: [{ body: 'a' }, { body: 'b', delay: 3_600_000 }] }],
    ['that never comes', { fault: 'hang' }],
  ] as const)(
    'no webhook follows a response %s if a reset or a disconnect ends it',
    async (_, members) => {
      const it = await sending()
      const leaving = new AbortController()
      for (const end of [() => it.mock.reset(), () => leaving.abort()]) {
        await it.mock.endpoint('pay').rule({ response: { ...members, then } })
        const response = it.pay({ signal: leaving.signal }).then((given) => given.text())
        const ended = response.catch(() => '')
        await settle()
        await end()
        await ended
        await it.mock.endpoint('pay').rule({ response: { then } })
        const before = it.received.length
        await it.pay()
        await expect.poll(() => it.received.length).toBe(before + 1)
        await it.mock.reset()
      }
      expect(it.received).toHaveLength(2)
    },
  )

  test('a reset cancels webhooks that are not yet sent', async () => {
    const it = await sending()
    const later = [{ send: { to, event: 1, delay: 60_000 } }, ...then]
    await it.mock.endpoint('pay').rule({ response: { then: later } })
    await it.pay()
    await deliveriesOf(it, 1)
    await it.mock.reset()
    expect(await deliveriesOf(it, 0)).toEqual([])
  })

  const refused = 'What follows the response of rule `1` cannot be sent: '
  test.each<[detail: string, send: NewFollowUp['send'], body: string]>([
    ['/to must be a URL such as', { to: '${/body/to}', event: 1 }, 'nowhere'],
    [
      'This service may not send to `api.example.com',
      { to: '${/body/to}', event: 1 },
      'https://api.example.com/',
    ],
    ['/headers/a must not', { to, event: 1, headers: { a: '${/body/to}' } }, 'a\nb'],
    ['/id must be 1 to 255', { to, event: 1, id: '${/body/to}' }, 'é'],
    [
      '/sign cannot be used: The secret of `standard` must be base64',
      { to, event: '${/body/to}', sign: { scheme: 'standard', secret: '!' } },
      '',
    ],
  ])(
    'a response is a 500 if a webhook after it cannot be sent: %s',
    async (detail, send, given) => {
      const it = await sending()
      const other = { send: { to, event: 'first' } }
      const response = { dynamic: true, then: [other, { send }] }
      await it.mock.endpoint('pay').rule({ id: '1', response })
      const answered = await it.pay({ method: 'POST', body: JSON.stringify({ to: given }) })
      expect(await answered.json()).toMatchObject({
        code: 'response-failed',
        detail: expect.stringContaining(refused + detail),
      })
      expect(answered.status).toBe(500)
      expect(await deliveriesOf(it, 0)).toEqual([])
    },
  )

  test('a response is a 503 if there is no room for its webhooks', async () => {
    const it = await sending()
    const events = Array.from({ length: 10 }, () => 1)
    const many = { send: { to, events, duplicate: 100, delay: 60_000 } }
    await it.mock
      .endpoint('pay')
      .rule({ response: { then: Array.from({ length: 10 }, () => many) } })
    expect((await it.pay()).status).toBe(200)
    const response = await it.pay()
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'too-many-deliveries' })
    await it.mock.reset()
    await it.mock.endpoint('pay').rule({ response: { then } })
    expect((await it.pay()).status).toBe(200)
  })
})
