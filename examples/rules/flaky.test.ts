import { mockFixture } from '@mock-endpoint/vitest-plugin'
import { test as base, expect } from 'vitest'
import { getJson } from './get-json.ts'

const test = base.extend('mock', mockFixture({ seed: 7 }))

test('a client that asks again copes when a third of the responses fails', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.rule({ chance: 0.33, response: { statusCode: 503, delay: [0, 20] } })
  const sleep = async () => {}
  for (let i = 0; i < 10; i++) expect(await getJson(orders.url, { sleep })).toEqual([])
  // With this seed it is always the same requests that fail.
  expect(orders).toHaveBeenRequestedTimes(17)
})
