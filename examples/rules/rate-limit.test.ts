import { test } from '@mock-endpoint/vitest-plugin'
import { expect, vi } from 'vitest'
import { getJson } from './get-json.ts'

test('waits as long as the service asks it to', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  await orders.once({ statusCode: 429, headers: { 'retry-after': '30' } })
  const sleep = vi.fn(async (_time: number) => {})
  expect(await getJson(orders.url, { sleep })).toEqual([{ id: 1 }])
  expect(sleep.mock.calls).toEqual([[30_000]])
})
