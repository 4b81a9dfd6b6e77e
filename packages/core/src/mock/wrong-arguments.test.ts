import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../mock.ts'

test('createMock refuses a path as `from`, because it reads no files', async () => {
  await expect(createMock({ from: 'mocks/' as never })).rejects.toThrow(
    "`from` must be what `readMocks` returns, or a function that returns it, not 'mocks/'",
  )
})

describe('arguments in the wrong place', () => {
  test.each<[string, (mock: Mock) => Promise<unknown>, string]>([
    [
      'clear',
      (mock) => (mock.clear as (name: string) => Promise<number>)('orders'),
      'clear() removes all endpoints; see remove(name).',
    ],
    ['release', (mock) => mock.release('orders' as never), 'Call release({ endpoint }).'],
    [
      'requests',
      (mock) => mock.requests({ endpoint: 'orders' } as never),
      "Call requests(name): requests('orders').",
    ],
  ])('`%s` refuses them and does nothing', async (_, call, message) => {
    const mock = await createMock({ endpoints: [{ name: 'orders', data: 1 }] })
    await expect(call(mock)).rejects.toThrow(new TypeError(message))
    expect((await mock.fetch('/endpoint/orders')).status).toBe(200)
  })
})
