import { test } from '@mock-endpoint/vitest-plugin'
import { expect, vi } from 'vitest'
import { getJson } from './get-json.ts'

test('asks again, and waits longer each time', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  await orders.sequence([{ statusCode: 503 }, { statusCode: 502 }])
  const sleep = vi.fn(async (_time: number) => {})
  expect(await getJson(orders.url, { sleep })).toEqual([{ id: 1 }])
  expect(sleep.mock.calls).toEqual([[100], [200]])
})

test('gives up after three tries', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  await orders.rule({ response: { statusCode: 503 }, times: 3 })
  await expect(getJson(orders.url, { sleep: async () => {} })).rejects.toThrow('answered 503')
  expect(orders).toHaveBeenRequestedTimes(3)
})
