import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'

test('a POST creates, and a GET still lists', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.when('POST', {
    statusCode: 201,
    headers: { location: '/orders/7' },
    data: { id: 7 },
  })
  const created = await fetch(orders.url, { method: 'POST', body: '{"item":"tea"}' })
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe('/orders/7')
  expect(await (await fetch(orders.url)).json()).toEqual([])
})
