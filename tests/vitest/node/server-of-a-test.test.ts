// createMockServer() in a test and in beforeEach: the test's own server, closed when the test ends.
import { createMockServer, type MockServer } from '@mock-endpoint/vitest-plugin'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../api.ts'

const past: string[] = []

async function start(): Promise<MockServer<Api>> {
  const mock = await createMockServer<Api>({ endpoints: [{ name: 'orders', data: [{ id: 1 }] }] })
  past.push(mock.url())
  return mock
}

test('a server of a test answers over a socket', async () => {
  const mock = await start()
  const { url } = await mock.add({ name: 'flag', data: true, statusCode: 201 })
  const response = await fetch(url)
  expect([response.status, await response.text()]).toEqual([201, 'true'])
  expect(await (await fetch(mock.url('orders'))).text()).toBe('[{"id":1}]')
})

test('two servers of a test are independent', async () => {
  const [one, other] = [await start(), await start()]
  await one.remove('orders')
  expect(await other.get('orders')).toBeDefined()
})

describe('in beforeEach', () => {
  let mock: MockServer<Api>
  beforeEach(async () => {
    mock = await start()
  })

  test('a server that beforeEach starts serves the next test', async () => {
    expect(await (await fetch(mock.url('orders'))).json()).toEqual([{ id: 1 }])
  })

  test('each test has another server of beforeEach', () => {
    expect(new Set(past.slice(-2)).size).toBe(2)
  })
})

test('all servers of tests are closed when their tests have ended', async () => {
  expect(past).toHaveLength(5)
  for (const url of past) await expect(fetch(url)).rejects.toThrow('fetch failed')
})
