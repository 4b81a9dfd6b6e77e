// Recording a service in a user's tests. Vitest's rules for snapshots apply to recordings too.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMockServer, type MockServer } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'
import { test as inProject, type Outcome, programs, run } from './project.ts'

interface Recorded {
  /** Resolves to the number of requests to the service. */
  asked(): Promise<number>
  vitest(...args: readonly string[]): Promise<Outcome>
  /** Resolves to the `when` of each recording. */
  recordings(): Promise<readonly object[]>
}

async function startService(): Promise<MockServer> {
  const service = await createMockServer({ onUnhandledRequest: 'ignore' })
  let count = 0
  await service.endpoint('users').when('GET /:id', ({ params }) => {
    count += 1
    return { data: { id: params.id, count } }
  })
  return service
}

/** `test` with `record`, which starts a service and writes test files that record it. */
const test = inProject.extend('record', ({ project }) => {
  return async (files: Readonly<Record<string, string>>): Promise<Recorded> => {
    const service = await startService()
    const url = service.endpoint('users').url
    const made = Object.entries(files).map(([name, text]) => [name, head(url) + text])
    const folder = await project(Object.fromEntries(made))
    return {
      asked: async () => (await service.requests()).length,
      vitest: (...args) => run(programs.vitest, ['run', ...args], folder),
      async recordings() {
        const text = await readFile(join(folder, 'recordings', 'mock-endpoint.json'), 'utf8')
        return JSON.parse(text).rules.map(({ when }: { when: object }) => when)
      },
    }
  }
})

function head(service: string): string {
  return `
    import { createMockServer, mockFixture, test as withMock } from '@mock-endpoint/vitest-plugin'
    import { expect, test } from 'vitest'
    const options = { from: '${service}', to: 'recordings' }
    const get = async (api, path) => (await fetch(api.origin + path)).json()
  `
}

const suite = `
  const mock = await createMockServer()
  const api = await mock.record('users', options)
  test('reads one', async () => expect((await get(api, '/7')).id).toBe('7'))
  test('and another', async () => expect((await get(api, '/8')).id).toBe('8'))
  test('and the first once more', async () => expect((await get(api, '/7')).count).toBe(1))
`

test('recorded tests pass without the service, and -u requests it again', async ({ record }) => {
  const { vitest, asked, recordings } = await record({ 'a.test.js': suite })
  expect(await vitest()).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/recordings has no recordings/),
  })
  expect(await vitest('--update=new')).toMatchObject({ exitCode: 0 })
  expect(await asked()).toBe(2)
  expect(await recordings()).toMatchObject([{ path: '/7' }, { path: '/8' }])
  // The environment has `CI`.
  expect(await vitest()).toMatchObject({ exitCode: 0 })
  expect(await vitest('--update=new')).toMatchObject({ exitCode: 0 })
  expect(await asked()).toBe(2)
  // The service has another count now.
  expect(await vitest('-u')).toMatchObject({ exitCode: 1 })
  expect(await asked()).toBe(4)
  expect(await recordings()).toHaveLength(2)
})

test('without the service, a request without a recording fails its test', async ({ record }) => {
  const { vitest, asked } = await record({
    'a.test.js': suite,
    'later.test.js': `
      withMock('asks for something else', async ({ mock }) => {
        await get(await mock.record('users', options), '/7?page=2')
      })
    `,
  })
  expect(await vitest('--update=new', 'a.test.js')).toMatchObject({ exitCode: 0 })
  const { exitCode, output } = await vitest()
  expect(exitCode).toBe(1)
  expect(output).toMatch(/users-get-7-[\da-f]{13}`, whose query parameter `page` is nothing, not 2/)
  expect(await asked()).toBe(2)
})

test('a response that could not be recorded is reported, and its test passes', async ({
  record,
}) => {
  const { vitest } = await record({
    'a.test.js': `
      withMock('leaves early', async ({ mock }) => {
        const api = await mock.record('users', { ...options, from: mock.url('slow') })
        await mock.endpoint('slow').rule({ response: { chunks: [{ body: 'a' }, { body: 'b', delay: 60_000 }] } })
        const reader = (await fetch(api.origin)).body.getReader()
        await reader.read()
        await reader.cancel()
        await expect.poll(() => api.requests().then(([one]) => one.outcome)).toBe('aborted')
      })
    `,
  })
  const { exitCode, output } = await vitest('--update=new')
  expect([exitCode, output]).toEqual([0, expect.stringContaining('was not recorded')])
})

test('unused recordings are reported when all tests have passed', async ({ record }) => {
  const unused = (policy: string): string => `
    const mock = await createMockServer({ onUnusedRecording: ${policy} })
    const api = await mock.record('users', options)
    test('reads one', () => get(api, '/7'))
    test('and nothing', () => {})
  `
  const { vitest } = await record({
    'a.test.js': suite,
    'default.test.js': unused('undefined'),
    'error.test.js': unused("'error'"),
    'ignore.test.js': unused("'ignore'"),
    'concurrent.test.js': `
      const tests = withMock.extend('mock', mockFixture({ onUnusedRecording: 'error' }))
      for (const id of [7, 8]) {
        tests.concurrent('reads ' + id, async ({ mock }) => {
          await get(await mock.record('users', options), '/' + id)
        })
      }
    `,
  })
  await vitest('--update=new', 'a.test.js')
  const message = /1 recording was not used in recordings\. Remove .*\n {2}users-get-8-/
  for (const [name, exitCode, tells] of [
    ['a', 0, false],
    ['default', 0, true],
    ['error', 1, true],
    ['ignore', 0, false],
    ['concurrent', 0, false],
  ] as const) {
    const outcome = await vitest(`${name}.test.js`)
    expect([name, outcome.exitCode, message.test(outcome.output)]).toEqual([name, exitCode, tells])
  }
  const some = await vitest('error.test.js', '-t', 'reads one')
  expect(some).toMatchObject({ exitCode: 0, output: expect.not.stringMatching(message) })
})
