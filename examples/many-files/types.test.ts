import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expectTypeOf, test } from 'vitest'
import type { Api } from './api.ts'

const mock = await createMockServer<Api>()

test('each name has data of its own type', async () => {
  // @ts-expect-error: there is no such endpoint.
  await mock.add({ name: 'price', data: [] })
  // @ts-expect-error: cents are a number.
  await mock.add({ name: 'prices', data: [{ item: 'tea', cents: '420' }] })
  const stored = await mock.get('stock')
  expectTypeOf(stored?.data).toEqualTypeOf<Api['stock'] | undefined>()
})
