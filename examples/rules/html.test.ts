import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'
import { getJson } from './get-json.ts'

test('says that a page came in place of JSON', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.once({ body: '<h1>Please log in</h1>', headers: { 'content-type': 'text/html' } })
  await expect(getJson(orders.url)).rejects.toThrow('sent text/html in place of JSON')
})
