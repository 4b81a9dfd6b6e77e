// Tests of sent webhooks, run in process, over `fetch` and over sockets.
import { describe, expect, test } from 'vitest'
import type { Control } from '../../control/control.ts'
import { refusal } from './control-service.ts'

interface Sender {
  readonly control: Control
  /** The URL of the service itself, which may send to it. */
  readonly url: string
}

export function describeDeliveries(name: string, open: () => Promise<Sender>): void {
  /** Sends a delivery to the endpoint `hook`, which answers with these statuses, then with 204. */
  async function send({ control, url }: Sender, delivery: object, ...statuses: number[]) {
    const responses = [...statuses, 204].map((statusCode) => ({ statusCode }))
    await control.addRule(JSON.stringify({ endpoint: 'hook', responses }))
    return control.sendDelivery(JSON.stringify({ to: `${url}/endpoint/hook`, ...delivery }))
  }

  describe(`${name}: deliveries`, () => {
    test('a sent delivery is shown with the request and response of each attempt', async () => {
      const sender = await open()
      const { control, url } = sender
      const delivery = {
        event: [1],
        attempts: 3,
        backoff: 1,
        sign: { scheme: 'slack', secret: 's' },
      }
      const sent = await send(sender, delivery, 503)
      const to = `${url}/endpoint/hook`
      expect(sent).toEqual({
        ...{ id: expect.any(Number), to, method: 'POST', state: 'pending' },
        ...{ createdAt: expect.any(String), messages: 1, delivered: 0, failed: 0 },
        ...{ attempts: [], attemptsDropped: 0 },
      })
      const id = String(sent.id)
      const shown = await control.getDelivery({ id, wait: 10_000 })
      expect(shown).toMatchObject({
        ...{ state: 'delivered', delivered: 1 },
        attempts: [
          { attempt: 1, statusCode: 503, request: { body: '[1]', bodyBytes: 3 } },
          { attempt: 2, statusCode: 204, response: { body: '', bodyBytes: 0 } },
        ],
      })
      const { deliveries, next } = await control.listDeliveries({})
      expect(deliveries).toMatchObject([{ id: sent.id, attempts: [{}, { statusCode: 204 }] }])
      expect([next, 'request' in (deliveries[0]?.attempts[0] ?? {})]).toEqual([null, false])
      const { requests } = await control.listRequests({ endpoint: 'hook' })
      expect(requests).toHaveLength(2)
      const headers = requests.map(({ headers }) => headers.map(([each]) => each.toLowerCase()))
      for (const each of headers) expect(each).toContain('x-slack-signature')
    })

    test('a delivery in `then` of a rule follows its response', async () => {
      const { control, url } = await open()
      const then = [{ send: { to: `${url}/endpoint/hook`, event: 1 } }]
      await control.addRule(JSON.stringify({ id: 'pay', endpoint: 'pay', response: { then } }))
      await control.addRule(JSON.stringify({ endpoint: 'hook', response: { statusCode: 204 } }))
      expect(await control.getRule('pay')).toMatchObject({
        response: { then: [{ send: { event: '1' } }] },
      })
      const asked = JSON.stringify({ to: `${url}/endpoint/pay`, event: 'pay' })
      const { id } = await control.sendDelivery(asked)
      await control.getDelivery({ id: String(id), wait: 10_000 })
      await control.listRequests({ endpoint: 'hook', wait: 10_000 })
      const { requests } = await control.listRequests({ endpoint: 'pay' })
      const request = requests[0]?.id ?? 0
      const { deliveries } = await control.listDeliveries({ request })
      expect(deliveries).toMatchObject([{ request, to: `${url}/endpoint/hook` }])
      expect(await control.listDeliveries({ request: request + 1000 })).toMatchObject({
        deliveries: [],
      })
    })

    test('deliveries are listed page by page, and removed one by one or all at once', async () => {
      const sender = await open()
      const { control } = sender
      const ids: number[] = []
      for (let i = 0; i < 3; i++) ids.push((await send(sender, { event: i })).id)
      const first = await control.listDeliveries({ limit: 2 })
      expect(first).toMatchObject({
        deliveries: [{ id: ids[0] }, { id: ids[1] }],
        next: `${ids[1]}`,
      })
      const second = await control.listDeliveries({ limit: 2, after: first.next ?? '' })
      expect(second).toMatchObject({ deliveries: [{ id: ids[2] }], next: null })
      expect(await control.removeDelivery(`${ids[1]}`)).toBe(ids[1])
      expect(await refusal(control.removeDelivery(`${ids[1]}`))).toBe('delivery-not-found')
      expect(await control.clearDeliveries(undefined)).toBe(2)
      expect(await control.listDeliveries({})).toEqual({ deliveries: [], next: null })
    })

    test('a reset cancels and removes deliveries', async () => {
      const sender = await open()
      const { control } = sender
      const sent = await send(sender, { event: 1, delay: 3_600_000 })
      const waiting = control.getDelivery({ id: String(sent.id), wait: 60_000 })
      // The wait has begun when a later call is answered.
      await control.getHealth(undefined)
      await control.reset('')
      const shown = await waiting.catch((error) => error)
      // If the wait began too late, the delivery is already gone.
      expect(shown.state ?? shown.code).toMatch(/^(cancelled|delivery-not-found)$/)
      expect(await control.listDeliveries({})).toMatchObject({ deliveries: [] })
      expect(await refusal(control.getDelivery({ id: String(sent.id) }))).toBe('delivery-not-found')
    })

    const to = 'http://localhost/'
    test.each<[refused: string, call: (control: Control) => Promise<unknown>]>([
      ['invalid-json', (it) => it.sendDelivery('{')],
      ['invalid-delivery ', (it) => it.sendDelivery(JSON.stringify({ to }))],
      ['invalid-delivery /a', (it) => it.sendDelivery(JSON.stringify({ to, event: 1, a: 1 }))],
      ['send-refused', (it) => it.sendDelivery('{"to":"https://a.example","event":1}')],
      ['delivery-not-found', (it) => it.getDelivery({ id: '4711' })],
      ['delivery-not-found', (it) => it.getDelivery({ id: 'a/b' })],
      ['delivery-not-found', (it) => it.removeDelivery('-1')],
      ['invalid-query /wait', (it) => it.getDelivery({ id: '1', wait: -1 })],
      ['invalid-query /limit', (it) => it.listDeliveries({ limit: 1001 })],
      ['invalid-query /request', (it) => it.listDeliveries({ request: -1 })],
      ['invalid-query /after', (it) => it.listDeliveries({ after: 'x' })],
    ])('a call about deliveries is refused as %s', async (refused, call) => {
      const { control } = await open()
      expect(await refusal(call(control))).toBe(refused)
    })
  })
}
