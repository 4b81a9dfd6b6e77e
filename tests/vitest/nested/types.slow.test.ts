// The types as tsc sees them with its strictest options, and with the types of libraries checked.
import { programs, run, test } from './project.ts'

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
}

const right = {
  'api.ts': 'export interface Api { orders: { id: number }[]; flag: boolean }',
  'vitest.config.ts': `
    import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
    import { defineConfig } from 'vitest/config'
    import type { Api } from './api.js'
    export default defineConfig({
      plugins: [
        mockEndpoint(),
        mockEndpoint<Api>({
          endpoints: [{ name: 'orders', data: [{ id: 1 }] }],
          env: { API_URL: 'orders', MOCKS_URL: true },
        }),
      ],
      test: { globalSetup: ['@mock-endpoint/vitest-plugin/global-setup'] },
    })
  `,
  'right.test.ts': `
    import {
      createMockServer, type MockServer, mockFixture, type ReceivedRequest, type RequestPattern,
      sharedMockServer, test,
    } from '@mock-endpoint/vitest-plugin'
    import { test as base, describe, expect, expectTypeOf, inject } from 'vitest'
    import type { Api } from './api.js'
    expectTypeOf(inject('mockEndpoint').url).toEqualTypeOf<string>()
    const mock = await createMockServer<Api>({ endpoints: [{ name: 'flag', data: true }] })
    expectTypeOf(mock).toEqualTypeOf<MockServer<Api>>()
    test('a fixture', async ({ mock, expect }) => {
      expect((await mock.add({ name: 'anything', data: 1 })).url).toBe(mock.url('anything'))
    })
    describe('other options', () => {
      test.override('mock', mockFixture({ endpoints: [{ name: 'orders', data: [] }] }))
    })
    const typed = base.extend('mock', mockFixture<Api>())
    typed('a typed fixture', async ({ mock }) => {
      expectTypeOf(mock).toEqualTypeOf<MockServer<Api>>()
      expectTypeOf((await mock.get('orders'))?.data[0]?.id).toEqualTypeOf<number | undefined>()
    })
    const inObject = base.extend({ mock: mockFixture<Api>() })
    inObject.override({ mock: mockFixture<Api>({ endpoints: [{ name: 'orders', data: [] }] }) })
    inObject('a typed fixture in an object', ({ mock }) => {
      expectTypeOf(mock).toEqualTypeOf<MockServer<Api>>()
    })
    base.extend<{ mock: MockServer<Api> }>({ mock: [mockFixture(), { auto: true }] })
    const shared = sharedMockServer<Api>()
    const flag = await mock.add({ name: 'flag', data: true })
    expectTypeOf(flag.name).toEqualTypeOf<'flag'>()
    expectTypeOf(await flag.waitForRequest({ where: ({ json }) => json === 1, timeout: 1 }))
      .toEqualTypeOf<ReceivedRequest>()
    expectTypeOf(await shared.endpoint('flag').waitForRequests(2))
      .toEqualTypeOf<ReceivedRequest[]>()
    for (const received of [mock, flag, await shared.requests('flag')]) {
      expect(received).toHaveBeenRequested()
      expect(received).not.toHaveBeenRequestedTimes(2)
      expect(received).toHaveBeenRequestedWith({
        method: 'POST',
        query: { a: ['1', '2'], b: expect.any(String) },
        headers: { 'Content-Type': expect.stringContaining('json') },
        json: { id: expect.any(Number) },
        outcome: 'answered',
      })
      expect(received).toHaveBeenLastRequestedWith({ json: expect.anything() })
      expect(received).toHaveNoUnmatchedRequests()
      expectTypeOf(expect(received).toHaveBeenRequested).returns.toEqualTypeOf<void>()
      expectTypeOf(expect(received).toHaveBeenRequestedWith)
        .parameter(0).toEqualTypeOf<RequestPattern>()
    }
    for (const onUnhandledRequest of ['error', 'warn', 'ignore', undefined] as const) {
      mockFixture({ onUnhandledRequest })
    }
    createMockServer({
      onUnhandledRequest: (request) => expectTypeOf(request).toEqualTypeOf<ReceivedRequest>(),
    })
    await mock.add({ name: 'orders', data: { error: 'down' }, statusCode: 503 })
    createMockServer<Api>({ endpoints: [{ name: 'orders', data: 'down', statusCode: 503 }] })
    expectTypeOf(await shared.get('flag')).toExtend<{ data: boolean } | undefined>()
  `,
}

/** Each line after the imports and `typed` is a mistake. */
const wrong = `
import { createMockServer, mockFixture, type MockServer, sharedMockServer } from '@mock-endpoint/vitest-plugin'
import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
import { test as base, expect, inject } from 'vitest'
import type { Api } from './api.js'
const typed = base.extend('mock', mockFixture<Api>())
inject('mockEndpoint').port
inject('mockEndpoints')
mockEndpoint<Api>({ endpoints: [{ name: 'order', data: [] }] })
mockEndpoint<Api>({ endpoints: [{ name: 'flag', data: 1 }] })
mockEndpoint<Api>({ env: { API_URL: 'order' } })
mockEndpoint({ endpoint: [] })
createMockServer<Api>({ endpoints: [{ name: 'flags', data: true }] })
mockFixture<Api>({ endpoints: [{ name: 'flag', data: 'yes' }] })
sharedMockServer<Api>().url('order')
typed('a name that is none', ({ mock }) => mock.remove('order'))
typed('no data', ({ mock }) => mock.add({ name: 'flag' }))
createMockServer({ onUnhandledRequest: 'fail' })
mockFixture({ onUnhandledRequest: 'bypass' })
typed('a count that is none', ({ mock }) => expect(mock).toHaveBeenRequestedTimes('2'))
typed('no count', ({ mock }) => expect(mock.endpoint('flag')).toHaveBeenRequestedTimes())
typed('no pattern', ({ mock }) => expect(mock).toHaveBeenRequestedWith())
typed('a member that requests do not have', ({ mock }) => expect(mock).toHaveBeenRequestedWith({ status: 201 }))
typed('an outcome that is none', ({ mock }) => expect(mock).toHaveBeenRequestedWith({ outcome: 'failed' }))
typed('a query as text', ({ mock }) => expect(mock).toHaveBeenLastRequestedWith({ query: '?a=1' }))
typed('a pattern too many', ({ mock }) => expect(mock).toHaveBeenRequested({ method: 'GET' }))
typed('a name to wait for', ({ mock }) => mock.endpoint('flags'))
typed('a time-out as text', ({ mock }) => mock.endpoint('flag').waitForRequest({ timeout: '1s' }))
typed('no number', ({ mock }) => mock.endpoint('flag').waitForRequests())
typed('no error', ({ mock }) => mock.add({ name: 'orders', data: 'down', statusCode: 200 }))
mockFixture<Api>({ endpoints: [{ name: 'orders', data: 'down', statusCode: 200 }] })
typed.override({ mock: mockFixture<{ users: string[] }>() })
base.extend<{ mock: MockServer<Api> }>({ mock: mockFixture<{ users: string[] }>() })
`

test.concurrent('correct code compiles, and each mistake is a compile error', async ({
  project,
  expect,
}) => {
  const folder = await project({
    ...right,
    'wrong.ts': wrong.trim(),
    'tsconfig.json': JSON.stringify({ compilerOptions }),
  })
  const { output } = await run(programs.tsc, ['-p', '.', '--pretty', 'false'], folder)
  const all = [...output.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => `${file}:${line}`)
  // If happy-dom is installed, Vitest's types import its types, which have errors.
  const places = all.filter((place) => !place.includes('/happy-dom/'))
  const mistakes = Array.from({ length: 27 }, (_, i) => `wrong.ts:${i + 6}`)
  expect(places).toEqual(mistakes)
})
