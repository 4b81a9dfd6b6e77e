// In a real browser: the client of the run's server, and what a browser cannot do.
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
  const answer = await fetch(url, { credentials: 'include', headers: { 'x-request-id': '1' } })
  expect(await answer.json()).toEqual({ in: 'Chromium' })
  const names = []
  for await (const { name } of shared.list({ prefix: 'of-b' })) names.push(name)
  expect(names).toEqual(['of-browser'])
  expect(await shared.remove('of-browser')).toBe(true)
  expect((await fetch(url)).status).toBe(404)
})

test('what would start a server names what to use instead', () => {
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
