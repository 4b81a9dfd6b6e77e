import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { createShop } from './shop.ts'

// There for each test of this file, whatever the one before it replaced.
const mock = await createMockServer<Api>({ endpoints: [{ name: 'stock', data: { tea: 1 } }] })
const shop = createShop(`${mock.url()}/endpoint`)

test('a service that is down closes the shop', async () => {
  await mock.add({ name: 'stock', data: {}, statusCode: 503 })
  await expect(shop.isAvailable('tea')).rejects.toThrow('closed: stock')
})

test('the next test finds it open', async () => {
  expect(await shop.isAvailable('tea')).toBe(true)
})
