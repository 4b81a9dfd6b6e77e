// Twenty-five files with servers, in four workers of each kind.
import { config, test } from './project.ts'

const file = `
  import { createMockServer, sharedMockServer, test } from '@mock-endpoint/vitest-plugin'
  import { expect, test as plain } from 'vitest'

  const ofFile = await createMockServer({ endpoints: [{ name: 'orders', data: [{ id: 1 }] }] })
  const shared = sharedMockServer()
  const name = import.meta.url.replaceAll(/\\W/g, '-')
  const get = async (url) => (await fetch(url)).json()

  plain('the server of the file', async () => {
    expect(await get(ofFile.url('orders'))).toEqual([{ id: 1 }])
  })
  plain('a server of the test', async () => {
    const mock = await createMockServer()
    expect(await get((await mock.add({ name, data: 1 })).url)).toBe(1)
  })
  test('the fixture', async ({ mock }) => {
    expect(await get((await mock.add({ name, data: 2 })).url)).toBe(2)
  })
  plain('the server of the run', async () => {
    expect(await get((await shared.add({ name, data: 3 })).url)).toBe(3)
    expect(await shared.remove(name)).toBe(true)
  })
`
const files = Array.from({ length: 25 }, (_, i) => [`${i}.test.js`, file])

test.concurrent.for([
  ['--pool=forks', '--isolate'],
  ['--pool=threads', '--no-isolate'],
])('a hundred tests in four workers pass with %s %s', async (args, { vitest, expect }) => {
  const { exitCode, output } = await vitest(
    { 'vitest.config.js': config(), ...Object.fromEntries(files) },
    ['run', '--maxWorkers=4', '--reporter=dot', ...args],
  )
  expect(output).toContain('Tests  100 passed (100)')
  expect(output).not.toMatch(/Error|timed out/)
  expect(exitCode).toBe(0)
})
