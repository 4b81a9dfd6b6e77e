// The types as tsc sees them, as strict as it gets and with the types of libraries checked.
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
          env: { API_URL: 'orders', BASE_URL: true },
        }),
      ],
      test: { globalSetup: ['@mock-endpoint/vitest-plugin/global-setup'] },
    })
  `,
  'right.test.ts': `
    import {
      createMockServer, type MockServer, mockFixture, sharedMockServer, test,
    } from '@mock-endpoint/vitest-plugin'
    import { test as base, describe, expectTypeOf, inject } from 'vitest'
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
    const shared = sharedMockServer<Api>()
    expectTypeOf(await shared.get('flag')).toExtend<{ data: boolean } | undefined>()
  `,
}

/** Each line after the imports and `typed` is a mistake. */
const wrong = `
import { createMockServer, mockFixture, sharedMockServer } from '@mock-endpoint/vitest-plugin'
import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
import { test as base, inject } from 'vitest'
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
`

test.concurrent('what is right passes, and each mistake is refused', async ({
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
  // Where it is installed, Vitest's types read happy-dom's, which do not pass.
  const places = all.filter((place) => !place.includes('/happy-dom/'))
  const mistakes = Array.from({ length: 11 }, (_, i) => `wrong.ts:${i + 6}`)
  expect(places).toEqual(mistakes)
})
