// A retried or repeated test begins each time with what it began with the first time.
import { type AnyApi, createMockServer, test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'

const ofFile = await createMockServer<AnyApi>({ endpoints: [{ name: 'orders', data: [] }] })

const urls: string[] = []
const tries = { retry: 0, repeat: 0 }

test('a retry gets a clean mock and a clean server of the file', { retry: 2 }, async ({ mock }) => {
  tries.retry += 1
  expect((await mock.health()).endpoints).toBe(0)
  expect((await ofFile.health()).endpoints).toBe(1)
  await mock.add({ name: 'left', data: tries.retry })
  await ofFile.add({ name: 'left', data: tries.retry })
  expect(tries.retry).toBe(3)
})

test('a repeat gets them too', { repeats: 2 }, async ({ mock }) => {
  tries.repeat += 1
  expect((await mock.health()).endpoints).toBe(0)
  expect((await ofFile.health()).endpoints).toBe(1)
  await mock.add({ name: 'left', data: tries.repeat })
  await ofFile.add({ name: 'left', data: tries.repeat })
})

test('a server of the test is another each time', { retry: 1 }, async () => {
  const own = await createMockServer()
  expect(urls.push(own.url())).toBe(2)
  expect(urls[0]).not.toBe(urls[1])
})
test('the tests above were tried as often as they say', () => {
  expect(tries).toEqual({ retry: 3, repeat: 3 })
})
