import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'
import { getJson } from './get-json.ts'

test('a dropped connection is an error of fetch, and not a response', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.once({ fault: 'reset' })
  await expect(fetch(orders.url)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
})

test('survives two dropped connections', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  await orders.sequence([{ fault: 'reset' }, { fault: 'close' }])
  expect(await getJson(orders.url)).toEqual([{ id: 1 }])
  expect(orders).toHaveBeenRequestedTimes(3)
})
