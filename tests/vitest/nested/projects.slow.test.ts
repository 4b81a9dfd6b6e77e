// One server for all projects of a run, however it was configured. It is closed after the run.
import { config, serversIn, test } from './project.ts'

const file = `
  import { sharedMockServer } from '@mock-endpoint/vitest-plugin'
  import { expect, inject, test } from 'vitest'
  test('the server of the run is there', async () => {
    expect((await sharedMockServer().health()).endpoints).toBe(inject('count'))
    console.log(inject('mockEndpoint').url)
  })
`
/** Set up first and torn down last. Prints how many servers were started, and how many are open. */
const count = `
  import { Server } from 'node:net'
  import { setImmediate } from 'node:timers/promises'
  const { listen } = Server.prototype
  let started = 0
  export default function setup() {
    Server.prototype.listen = function (...args) {
      started += 1
      return listen.apply(this, args)
    }
    return async () => {
      // What is closed is off the list two turns later.
      await setImmediate()
      await setImmediate()
      const open = process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap')
      console.log('servers: ' + started + ' started, ' + open.length + ' open')
    }
  }
`
const options = `{ endpoints: [{ name: 'orders', data: [] }] }`
const counted = (...more: string[]): string =>
  `globalSetup: ${JSON.stringify(['./count.js', ...more])}`
const own = '@mock-endpoint/vitest-plugin/global-setup'
const projects = `projects: [
  { extends: true, test: { name: 'one', include: ['one/*.test.js'] } },
  { extends: true, test: { name: 'two', include: ['two/*.test.js'] } },
]`
const ofFolders = `projects: ['one', 'two']`

test.concurrent.for([
  ['the plugin', config(options, `provide: { count: 1 }, ${counted()}, ${projects}`)],
  [
    'the global set-up',
    `export default { test: { provide: { count: 0 }, ${counted(own)}, ${projects} } }`,
  ],
  ['both', config(options, `provide: { count: 1 }, ${counted(own)}, ${projects}`)],
  [
    'the plugin beside configured folders',
    config(options, `provide: { count: 1 }, ${counted()}, ${ofFolders}`),
  ],
])('two projects share one server: %s', async ([, source = ''], { vitest, expect }) => {
  const { exitCode, output } = await vitest({
    'vitest.config.js': source,
    'one/vitest.config.js': `export default { test: { name: 'one' } }`,
    'two/vitest.config.js': `export default { test: { name: 'two' } }`,
    'count.js': count,
    'one/a.test.js': file,
    'two/b.test.js': file,
  })
  expect(output).toContain('Tests  2 passed (2)')
  expect(exitCode).toBe(0)
  expect(output.match(/servers: .*/g)?.at(-1)).toBe('servers: 1 started, 0 open')
  const servers = serversIn(output)
  expect(servers).toHaveLength(1)
  await expect(fetch(String(servers[0]))).rejects.toThrow('fetch failed')
})

test.concurrent('projects with different options each have their own server and variables', async ({
  vitest,
  expect,
}) => {
  const one = `{ endpoints: [{ name: 'n', data: 1 }], env: { API_URL: 'n' } }`
  const file = (number: number): string => `
    import { expect, test } from 'vitest'
    test('is answered by the server of its project', async () => {
      expect(await (await fetch(process.env.API_URL)).json()).toBe(${number})
    })
  `
  const { exitCode, output } = await vitest({
    'vitest.config.js': `export default { test: { ${ofFolders} } }`,
    'one/vitest.config.js': config(one),
    'two/vitest.config.js': config(one.replace('data: 1', 'data: 2')),
    'one/a.test.js': file(1),
    'two/b.test.js': file(2),
  })
  expect(output).toContain('Tests  2 passed (2)')
  expect(exitCode).toBe(0)
})
