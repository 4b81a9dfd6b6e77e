// Tests of the requests that a client lists: of a mock in process, over its app, over a socket.
import { describe, expect, test } from 'vitest'
import { rejection } from './client-service.ts'
import { bodies, type OpenRequests, startRequests } from './requests-service.ts'
import { describeWaiting } from './waiting-cases.ts'

export function describeClientRequests(name: string, open: OpenRequests): void {
  describeWaiting(name, open)

  describe(`${name}: requests`, () => {
    test('requests of one endpoint, or of all, are listed in order of arrival', async () => {
      const { client, orders, ask } = await startRequests(open)
      expect(await client.requests()).toEqual([])
      await client.add({ name: 'é ?', data: 1 })
      await ask('1')
      await ask('2', client.url('é ?'))
      await ask('3', client.url('none'))
      await ask('4')
      expect(bodies(await client.requests())).toEqual(['1', '2', '3', '4'])
      expect(bodies(await client.requests('orders'))).toEqual(['1', '4'])
      expect(bodies(await orders.requests())).toEqual(['1', '4'])
      expect(bodies(await client.endpoint('é ?').requests())).toEqual(['2'])
      expect(await client.endpoint('none').requests()).toEqual([])
    })

    test('a listed request has the method, query, headers and body that were sent', async () => {
      const { orders, fetch } = await startRequests(open)
      const headers = { 'x-a': '1' }
      await (
        await fetch(`${orders.url}?a=%201`, { method: 'PUT', headers, body: '{"é":1}' })
      ).text()
      const [request] = await orders.requests()
      expect(request).toMatchObject({ endpoint: 'orders', method: 'PUT', path: '/endpoint/orders' })
      expect(request).toMatchObject({ outcome: 'answered', statusCode: 200, text: '{"é":1}' })
      expect(request?.json).toEqual({ é: 1 })
      expect(request?.headers.get('x-a')).toBe('1')
      expect(request?.query.get('a')).toBe(' 1')
    })

    test('a request that nothing answers is listed as unmatched, with near misses', async () => {
      const { client, ask } = await startRequests(open)
      await ask('', client.url('order'))
      const [request] = await client.requests()
      const unmatched = { endpoint: null, outcome: 'unmatched', statusCode: 404 }
      expect(request).toMatchObject({ ...unmatched, nearMisses: ['orders'] })
    })

    test('requests that fill more than a page of the control API are all listed', async () => {
      const { client, orders, ask } = await startRequests(open, { journal: { requests: 3_000 } })
      const elsewhere = client.url('none')
      for (let i = 0; i < 1_100; i += 50) {
        const batch = Array.from({ length: 50 }, (_, each) => String(i + each))
        await Promise.all(batch.map((body) => ask(body, body === '7' ? elsewhere : orders.url)))
      }
      const requests = await client.requests()
      const ids = requests.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(new Set(bodies(requests)).size).toBe(1_100)
      expect(requests).toHaveLength(1_100)
      expect(await orders.requests()).toHaveLength(1_099)
    })

    test('with the journal off, no requests are listed and waits reject', async () => {
      const { client, orders, ask } = await startRequests(open, { journal: { requests: 0 } })
      await ask()
      await ask('', client.url('none'))
      expect(await client.requests()).toEqual([])
      expect(await rejection(orders.waitForRequest({ timeout: 20 }))).toBeInstanceOf(Error)
    })

    test('a reset removes the recorded requests from lists and waits', async () => {
      const { client, orders, ask } = await startRequests(open)
      await ask('1')
      await client.reset({ endpoints: false })
      expect(await client.requests()).toEqual([])
      await ask('2')
      expect((await orders.waitForRequest()).text).toBe('2')
    })
  })
}
