import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

const mock = await createMockServer()

test('fails twice, then succeeds', async () => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1, total: 9.5 }] })
  await orders.sequence([{ statusCode: 503 }, { fault: 'reset' }])
  await orders.when('POST', { statusCode: 201, headers: { location: '/orders/2' } })

  expect((await fetch(orders.url)).status).toBe(503)
  await expect(fetch(orders.url)).rejects.toThrow('fetch failed')
  expect(await (await fetch(orders.url)).json()).toEqual([{ id: 1, total: 9.5 }])
  expect((await fetch(orders.url, { method: 'POST' })).status).toBe(201)
})
