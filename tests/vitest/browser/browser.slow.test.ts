// In a real browser: the client of the run's server, and functions that a browser cannot run.
import {
  createMockServer,
  mockFixture,
  test as mockTest,
  sharedMockServer,
} from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

const shared = sharedMockServer<Record<string, object>>()

test('the browser adds, fetches with credentials, lists and removes endpoints', async () => {
  expect(shared.url()).not.toBe(location.origin)
  const { url } = await shared.add({ name: 'of-browser', data: { in: 'Chromium' } })
  const response = await fetch(url, { credentials: 'include', headers: { 'x-request-id': '1' } })
  expect(await response.json()).toEqual({ in: 'Chromium' })
  const names = []
  for await (const { name } of shared.list({ prefix: 'of-b' })) names.push(name)
  expect(names).toEqual(['of-browser'])
  expect(await shared.remove('of-browser')).toBe(true)
  expect((await fetch(url)).status).toBe(404)
})

test('the matchers check the requests that the server of the run received', async () => {
  const { url } = await shared.add({ name: 'asked-by-browser', data: {} })
  await fetch(`${url}?page=2`, { method: 'POST', body: '{"id":7}' })
  const requests = await shared.requests('asked-by-browser')
  expect(requests).toHaveBeenRequestedTimes(1)
  expect(requests).toHaveBeenRequestedWith({ query: { page: '2' }, json: { id: 7 } })
  expect(() => expect(requests).toHaveBeenRequestedWith({ method: 'GET' })).toThrow('POST')
  expect(await shared.remove('asked-by-browser')).toBe(true)
})

test('the variables of the configuration are in import.meta.env', () => {
  const { API_URL, MOCKS_URL } = import.meta.env
  expect({ API_URL, MOCKS_URL }).toEqual({
    API_URL: shared.endpoint('orders').url,
    MOCKS_URL: `${shared.url()}/endpoint`,
  })
})

test('functions that would start a server throw, and name what to use instead', () => {
  expect(() => createMockServer()).toThrowErrorMatchingInlineSnapshot(
    `[Error: createMockServer() starts a server, which a browser cannot: use sharedMockServer() in the browser mode of Vitest.]`,
  )
  expect(() => mockFixture()).toThrowErrorMatchingInlineSnapshot(
    `[Error: mockFixture() starts a server, which a browser cannot: use sharedMockServer() in the browser mode of Vitest.]`,
  )
  expect(() => mockTest('a test', () => {})).toThrowErrorMatchingInlineSnapshot(
    `[Error: \`test\` with \`mock\` starts a server, which a browser cannot: use sharedMockServer() in the browser mode of Vitest.]`,
  )
})
