// The matchers as users have them: in files that share a worker, and on any `expect`.
import { expect, test } from 'vitest'
import { report } from './report.ts'

const file = (name: string): string => `
  import { createMockServer, test as withMock } from '@mock-endpoint/vitest-plugin'
  import { describe } from 'vitest'
  describe('${name}', () => {
    withMock('the global expect', async ({ mock }) => {
      const { url } = await mock.add({ name: 'orders', data: 1 })
      await fetch(url)
      expect(mock).toHaveBeenRequestedWith({ path: '/endpoint/orders' })
    })
    withMock('the expect of the test', async ({ mock, expect }) => {
      expect(mock).not.toHaveBeenRequested()
    })
    withMock('a failure', async ({ mock }) => {
      expect(mock).toHaveBeenRequestedTimes(1)
    })
    withMock('a soft failure', async ({ mock }) => {
      expect.soft(mock).toHaveBeenRequestedTimes(1)
    })
    withMock('a poll', async ({ mock }) => {
      const { url } = await mock.add({ name: 'orders', data: 1 })
      setTimeout(fetch, 10, url)
      await expect.poll(() => mock).toHaveBeenRequested()
    })
    describe.concurrent('at once', () => {
      for (const times of [1, 2, 3]) {
        withMock('test ' + times, async ({ mock, expect }) => {
          const { url } = await mock.add({ name: 'orders', data: 1 })
          for (let i = 0; i < times; i++) await fetch(url)
          expect(mock).toHaveBeenRequestedTimes(times)
          expect.assertions(1)
        })
      }
    })
  })
`

const files = {
  'vitest.config.js': 'export default { test: { globals: true } }',
  'one.test.js': file('one'),
  'two.test.js': file('two'),
}

test.for([
  ['one worker without isolation', '--no-isolate', '--no-file-parallelism'],
  ['threads', '--pool=threads'],
])('the matchers work in every file: %s', async ([, ...args]) => {
  const { errors, output } = await report(files, args)
  expect(output).toContain('Tests  4 failed | 12 passed (16)')
  const failed = Object.entries(errors).filter(([, messages]) => messages.length > 0)
  expect(failed.map(([name, [message]]) => [name, message?.split('\n')[0]]).toSorted()).toEqual([
    ['one > a failure', 'expected 1 request'],
    ['one > a soft failure', 'expected 1 request'],
    ['two > a failure', 'expected 1 request'],
    ['two > a soft failure', 'expected 1 request'],
  ])
  // The output shows the line of the test, not one of the plugin.
  expect(output).toMatch(/❯ one\.test\.js:14:20/)
})
