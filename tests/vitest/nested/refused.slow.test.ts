// Mistakes of a user. One sentence states what is wrong and what to do, and no run hangs.
import { config, test } from './project.ts'

const passing = `
  import { test } from 'vitest'
  test('passes', () => {})
`

test.concurrent('sharedMockServer() without a configuration throws', async ({ vitest, expect }) => {
  const { exitCode, output } = await vitest({
    'a.test.js': `
      import { sharedMockServer } from '@mock-endpoint/vitest-plugin'
      import { test } from 'vitest'
      test('is refused', () => void sharedMockServer())
    `,
  })
  expect(output).toContain(
    "Error: sharedMockServer() needs the server of the run: add `mockEndpoint()` of '@mock-endpoint/vitest-plugin/plugin' to `plugins` in the Vitest configuration.",
  )
  expect(exitCode).toBe(1)
})

test.concurrent('a concurrent test of a suite with a server is refused', async ({
  vitest,
  expect,
}) => {
  const { exitCode, output } = await vitest({
    'a.test.js': `
      import { createMockServer } from '@mock-endpoint/vitest-plugin'
      import { test } from 'vitest'
      await createMockServer()
      test.concurrent('is refused', () => {})
    `,
  })
  expect(output).toContain(
    "Error: The mock server of a suite is reset before each test, so its tests cannot be concurrent: take `mock` from `import { test } from '@mock-endpoint/vitest-plugin'`, which gives each its own.",
  )
  expect(exitCode).toBe(1)
})

const invalid = {
  status: ['statusCode: 99, data: 1', /orders.*statusCode|statusCode.*orders/],
  data: ['data: undefined', /orders.*is missing; it is any JSON value/],
  number: ['data: { total: 1n }', /orders.*\/data\/total is a BigInt; write rawJson\('…'\)/],
} as const

const places = {
  'createMockServer()': (options: string) => ({
    'a.test.js': `
      import { createMockServer } from '@mock-endpoint/vitest-plugin'
      import { test } from 'vitest'
      const mock = await createMockServer(${options})
      test('is never run', () => {})
    `,
  }),
  'mockFixture()': (options: string) => ({
    'a.test.js': `
      import { mockFixture } from '@mock-endpoint/vitest-plugin'
      import { test as base } from 'vitest'
      const test = base.extend('mock', mockFixture(${options}))
      test('is refused', ({ mock }) => {})
    `,
  }),
  'mockEndpoint()': (options: string) => ({
    'vitest.config.js': config(options),
    'a.test.js': passing,
  }),
}

const cases = Object.entries(places).flatMap(([place, files]) =>
  Object.entries(invalid).map(([what, [endpoint, sentence]]) => {
    const options = `{ endpoints: [{ name: 'orders', ${endpoint} }] }`
    return { what, place, files: files(options), sentence }
  }),
)

test.concurrent.for(cases)(
  'an endpoint with an invalid $what is named by $place',
  async ({ files, sentence }, { vitest, expect }) => {
    const { exitCode, output } = await vitest(files)
    expect(output).toMatch(sentence)
    expect(output).not.toContain('close timed out')
    expect(exitCode).toBe(1)
  },
)

test.concurrent.for([
  ['endpoints', `endpoints: [{ name: 'orders', data: 1 }]`],
  ['rules', `rules: [{ endpoint: 'orders', response: {} }]`],
] as const)(
  'a name in env that is not among the %s is refused',
  async ([, has], { vitest, expect }) => {
    const runWith = (name: string) =>
      vitest({
        'vitest.config.js': config(`{ ${has}, env: { ORDERS_URL: '${name}' } }`),
        'a.test.js': passing,
      })
    const refused = await runWith('order')
    expect(refused.output).toContain(
      'mockEndpoint(): env.ORDERS_URL names `order`, which is not in `endpoints`, `rules` or `from`. Did you mean `orders`? Add it there, or use true for the base URL of all endpoints.',
    )
    expect(refused.exitCode).toBe(1)
    expect((await runWith('orders')).exitCode).toBe(0)
  },
)
