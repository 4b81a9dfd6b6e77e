import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { createShop } from './shop.ts'

const mock = await createMockServer<Api>()
const shop = createShop(`${mock.url()}/endpoint`)

test('the total is the sum of the prices', async () => {
  const prices: Api['prices'] = [
    { item: 'tea', cents: 420 },
    { item: 'pot', cents: 1900 },
  ]
  await mock.add({ name: 'prices', data: prices })
  expect(await shop.total(['tea', 'tea', 'pot'])).toBe(2740)
})
