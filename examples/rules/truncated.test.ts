import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'
import { getJson } from './get-json.ts'

test('asks again when the connection ends in the middle of the JSON', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }, { id: 2 }] })
  await orders.once({ fault: 'truncate' })
  expect(await getJson(orders.url)).toEqual([{ id: 1 }, { id: 2 }])
  expect(orders).toHaveBeenRequestedTimes(2)
})

test('refuses JSON that the service itself cut off', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.once({ body: '[{"id":1', headers: { 'content-type': 'application/json' } })
  await expect(getJson(orders.url)).rejects.toThrow(SyntaxError)
})
