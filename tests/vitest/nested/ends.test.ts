// Runs that could leave a server open and hang. No server is left, and they end by themselves.
import { test } from './project.ts'

/** Files run one after another in one worker. What a file leaves open is still open in the next. */
const oneWorker = ['run', '--no-isolate', '--no-file-parallelism']

/** Smaller than the others, so that Vitest runs it after them. */
const last = `
  import { expect, test } from 'vitest'
  test('nothing listens', () => {
    expect(process.getActiveResourcesInfo()).not.toContain('TCPServerWrap')
    expect(globalThis.isSecond).toBe(true)
  })
`

const failing = `
  import { createMockServer, test as withMock } from '@mock-endpoint/vitest-plugin'
  import { describe, expect, test } from 'vitest'
  globalThis.isSecond = true
  await createMockServer()
  describe('a suite', async () => {
    const mock = await createMockServer()
    test('fails while a response is delayed', async () => {
      const own = await createMockServer()
      for (const { add } of [mock, own]) {
        const { url } = await add({ name: 'slow', data: 1, delay: 60_000 })
        fetch(url).catch(() => {})
      }
      expect.unreachable()
    })
  })
  withMock('fails with its mock', ({ mock }) => expect.unreachable())
  withMock.concurrent('fails with a mock of its own', ({ mock }) => expect.unreachable())
`

test.concurrent('failing tests leave no server open', async ({ vitest, expect }) => {
  const project = { 'failing.test.js': failing, 'last.test.js': last }
  const { exitCode, output } = await vitest(project, oneWorker)
  expect(output).toContain('Tests  3 failed | 1 passed (4)')
  expect(output).not.toContain('close timed out')
  expect(exitCode).toBe(1)
})

const collected = (test: string): string => `
  import { createMockServer } from '@mock-endpoint/vitest-plugin'
  import { describe, test } from 'vitest'
  await createMockServer()
  describe('a suite', async () => {
    await createMockServer()
    ${test}('is collected', () => {})
  })
`

test.concurrent.for([
  ['run', 'test.skip', '1 skipped'],
  ['list', 'test', 'a.test.js > a suite > is collected'],
] as const)(
  'vitest %s ends by itself when %s runs no test of a file with servers',
  async ([command, test, line], { vitest, expect }) => {
    const { exitCode, output } = await vitest({ 'a.test.js': collected(test) }, [command])
    expect(output).toContain(line)
    expect(output).not.toContain('close timed out')
    expect(output).not.toContain('never closed')
    expect(exitCode).toBe(0)
  },
)

test.concurrent('the servers of a file that throws are not reported as never closed', async ({
  vitest,
  expect,
}) => {
  const throwing = `${collected('test')}\nthrow new Error('while it is collected')`
  const { exitCode, output } = await vitest({ 'a.test.js': throwing })
  expect(output).toContain('while it is collected')
  expect(output).not.toContain('never closed')
  expect(exitCode).toBe(1)
})
