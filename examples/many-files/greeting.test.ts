import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { createShop } from './shop.ts'

const mock = await createMockServer<Api>()
const shop = createShop(`${mock.url()}/endpoint`)

test.each([
  [true, 'Welcome back, Ada'],
  [false, 'Hello, Ada'],
])('for a customer whose membership is %s it says %s', async (isMember, greeting) => {
  await mock.add({ name: 'customer', data: { name: 'Ada', isMember } })
  expect(await shop.greeting()).toBe(greeting)
})
