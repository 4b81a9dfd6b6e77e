// The exports of a library of test helpers, without type annotations.
import {
  createMockServer,
  mockFixture,
  test as plain,
  rawJson,
  sharedMockServer,
} from '@mock-endpoint/vitest-plugin'
import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
import { test as base, describe } from 'vitest'

interface Api {
  orders: { id: number; at: Date }[]
  flag: boolean
}

export const mock = await createMockServer<Api>()
export const start = () => createMockServer<Api>({ endpoints: [{ name: 'flag', data: true }] })
export const anyMock = await createMockServer()
export const fixture = mockFixture<Api>()
export const test = base.extend('mock', mockFixture<Api>())
export const inObject = base.extend({ mock: mockFixture<Api>() })
export const given = base.extend<{ mock: typeof mock }>({ mock: mockFixture<Api>() })
export const more = plain.extend('more', 1)
export const group = describe('a group', () => test('a test', ({ mock }) => mock.clear()))

export const shared = sharedMockServer<Api>()
export const { add, get, list, endpoint, requests, waitless } = { ...shared, waitless: true }
export const handle = await mock.add({ name: 'orders', data: [{ id: 1, at: new Date(0) }] })
export const failing = await mock.add({ name: 'orders', data: { error: 'x' }, statusCode: 503 })
export const orders = await mock.get('orders')
export const all = mock.list({ prefix: 'o' })
export const flag = mock.endpoint('flag')
export const health = await mock.health()
export const request = await handle.waitForRequest()
export const { outcome, headers } = request
export const received = await mock.requests('flag')
export const options = (...given: Parameters<typeof createMockServer<Api>>) => given[0]
export const waiting = (...given: Parameters<typeof handle.waitForRequest>) => given[0]
export const { app, journal, fetch, reset } = { ...mock, journal: 1 }
export const raw = rawJson('1.10')
export const plugin = mockEndpoint<Api>()
export const { endpoints, clock } = options() ?? {}
