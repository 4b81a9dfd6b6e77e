import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { createShop } from './shop.ts'

const mock = await createMockServer<Api>()
const shop = createShop(`${mock.url()}/endpoint`)

test('an order has a number', async () => {
  await mock.add({ name: 'order', data: { id: 'A1' }, statusCode: 201 })
  expect(await shop.order(['tea'])).toBe('Ordered: A1')
})

test('a refused order says why', async () => {
  await mock.add({ name: 'order', data: { error: 'no tea left' }, statusCode: 409 })
  expect(await shop.order(['tea'])).toBe('Not ordered: no tea left')
})
