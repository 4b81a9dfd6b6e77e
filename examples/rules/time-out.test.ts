import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'
import { getJson } from './get-json.ts'

test('gives up on a service that never answers', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.once({ fault: 'hang' })
  const asking = getJson(orders.url, { timeout: 200, tries: 1 })
  await expect(asking).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  await orders.waitForRequest({ where: ({ outcome }) => outcome === 'aborted' })
})

test('asks again when the first response is late', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  await orders.once({ delay: 60_000 })
  expect(await getJson(orders.url)).toEqual([{ id: 1 }])
  expect(orders).toHaveBeenRequestedTimes(2)
})
