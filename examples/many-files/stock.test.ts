import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { createShop } from './shop.ts'

const mock = await createMockServer<Api>()
const shop = createShop(`${mock.url()}/endpoint`)

test.each([
  [3, true],
  [0, false],
])('with %i left in stock, available is %s', async (left, isAvailable) => {
  await mock.add({ name: 'stock', data: { tea: left } })
  expect(await shop.isAvailable('tea')).toBe(isAvailable)
})
