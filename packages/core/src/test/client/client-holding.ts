// Client tests of held requests, and of the descriptions of requests.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createClient, describeRequest } from '../../client.ts'
import type { OpenService } from './client-service.ts'

/** Returns a client, an endpoint that it has added, and a function that requests its status. */
async function start(open: OpenService) {
  // Not from `connect`, which would read the event stream of a wait to its end.
  const { url, fetch } = await open()
  const client = createClient({ url, fetch })
  const orders = await client.add({ name: 'orders', data: [] })
  const status = async (init?: RequestInit, below = ''): Promise<number> => {
    const response = await fetch(orders.url + below, init)
    await response.arrayBuffer()
    return response.status
  }
  return { client, orders, fetch, status }
}

export function describeHolding(name: string, open: OpenService): void {
  describe(`${name}: held requests and the client`, () => {
    test('a gate waits for the request that it holds, and releases it with another response', async () => {
      const { orders, status } = await start(open)
      const gate = await orders.hold('POST')
      expect(await status()).toBe(200)
      const answer = status({ method: 'POST' })
      const request = await gate.waitForRequest()
      expect(request).toMatchObject({ method: 'POST', rule: gate.id, held: true })
      expect(await gate.waitForRequest()).toBe(request)
      await gate.release({ statusCode: 504, data: 'late' })
      expect(await answer).toBe(504)
      expect(await gate.used()).toBe(1)
    })

    test('releasing a gate that holds no request rejects with request-not-held', async () => {
      const { orders } = await start(open)
      const gate = await orders.hold()
      await expect(gate.release()).rejects.toMatchObject({ code: 'request-not-held' })
      expect(await gate.remove()).toBe(true)
    })

    test('release answers all held requests, or those of one endpoint', async () => {
      const { client, orders, fetch, status } = await start(open)
      const other = client.endpoint('other')
      await orders.when('GET', { hold: true })
      await other.when('GET', { data: 1, hold: true })
      const responses = [status(), status(), fetch(other.url).then((answer) => answer.status)]
      await client.waitForRequests(3)
      expect(await orders.release({ statusCode: 500 })).toBe(2)
      expect(await client.release({ endpoint: 'orders' })).toBe(0)
      expect(await client.release({ response: { statusCode: 501 } })).toBe(1)
      expect(await Promise.all(responses)).toEqual([500, 500, 501])
    })

    test('describeRequest names the rule, the fault, or why no rule matched', async () => {
      const { client, orders, status } = await start(open)
      await orders.rule({ id: 'down', responses: [{ statusCode: 503 }, { fault: 'close' }] })
      await orders.rule({ id: 'post', when: { method: 'POST', path: '/:id' }, response: {} })
      await status()
      await status().catch(() => {})
      await status({}, '/7')
      // Over a socket, the client may see the end of a request before the journal does.
      await setImmediate()
      const words = (await client.requests()).map(describeRequest)
      expect(words.map((line) => line.replace(/^#\d+ | after .*/g, ''))).toEqual([
        'GET /endpoint/orders → 503 by rule down',
        'GET /endpoint/orders → fault close by rule down',
        'GET /endpoint/orders/7 → 404 unmatched: the closest is rule `post`, whose method is POST, not GET',
      ])
    })
  })
}
