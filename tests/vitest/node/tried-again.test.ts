// A retried or repeated test begins each time with the same state.
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

test('a repeat gets a clean mock and server of the file too', { repeats: 2 }, async ({ mock }) => {
  tries.repeat += 1
  expect((await mock.health()).endpoints).toBe(0)
  expect((await ofFile.health()).endpoints).toBe(1)
  await mock.add({ name: 'left', data: tries.repeat })
  await ofFile.add({ name: 'left', data: tries.repeat })
})

test('a server of a test is a new one in each try', { retry: 1 }, async () => {
  const own = await createMockServer()
  expect(urls.push(own.url())).toBe(2)
  expect(urls[0]).not.toBe(urls[1])
})
test('the retried and repeated tests ran three times each', () => {
  expect(tries).toEqual({ retry: 3, repeat: 3 })
})
