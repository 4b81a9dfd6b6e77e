// createMockServer() at the top of a file and in describes: the server is reset before each test,
// and closed at the end.
import { createMockServer, type MockServer } from '@mock-endpoint/vitest-plugin'
import { describe, expect, test } from 'vitest'
import type { Api } from '../api.ts'

const endpoints = [{ name: 'orders' as const, data: [{ id: 1 }] }]
const mock = await createMockServer<Api>({ endpoints })
const past: string[] = []

async function names(server: MockServer<Api> = mock): Promise<string[]> {
  const found = []
  for await (const { name } of server.list()) found.push(name)
  return found
}

test('the server of a file answers over a socket', async () => {
  await mock.add({ name: 'flag', data: true })
  await mock.remove('orders')
  expect(await (await fetch(mock.url('flag'))).text()).toBe('true')
  expect(await names()).toEqual(['flag'])
})

test('the server of a file begins the next test with its first endpoints', async () => {
  expect(await names()).toEqual(['orders'])
})

describe('a describe', async () => {
  const inner = await createMockServer<Api>({ onUnhandledRequest: 'ignore' })
  past.push(inner.url())

  test('a describe has its own server', async () => {
    expect(inner.url()).not.toBe(mock.url())
    await inner.add({ name: 'flag', data: false })
    await mock.add({ name: 'flag', data: true })
    expect(await (await fetch(inner.url('flag'))).json()).toBe(false)
  })

  describe('in a describe', async () => {
    const innermost = await createMockServer<Api>({ endpoints })
    past.push(innermost.url())

    test('a nested describe begins with all three servers in their first state', async () => {
      expect(await names(innermost)).toEqual(['orders'])
      expect(await names(inner)).toEqual([])
      expect(await names()).toEqual(['orders'])
    })
  })

  test('a describe keeps its server when a nested describe has ended', async () => {
    expect((await fetch(inner.url('orders'))).status).toBe(404)
    await expect(fetch(String(past[1]))).rejects.toThrow('fetch failed')
  })
})

test('the servers of describes are closed after them, and the server of the file is not', async () => {
  expect(past).toHaveLength(2)
  for (const url of past) await expect(fetch(url)).rejects.toThrow('fetch failed')
  expect((await fetch(mock.url('orders'))).status).toBe(200)
})
