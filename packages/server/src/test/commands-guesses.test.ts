// Likely first guesses in a shell: rules by flags, other names, a port, and paths as names.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { type Ended, empty, freshFolder, startDaemonInMemory } from './daemon.ts'

let daemon: Awaited<ReturnType<typeof startDaemonInMemory>>

beforeAll(async () => {
  daemon = await startDaemonInMemory()
})
afterAll(() => daemon.stop())
beforeEach(() => empty(daemon.url))

/** Runs a command against the daemon, whose URL is in the environment. */
function run(...args: readonly string[]): Promise<Ended> {
  return runCommand(args, { cwd: '.', env: { MOCK_ENDPOINT_URL: daemon.url } })
}

function printed(stdout: string): Ended {
  return { code: 0, stdout, stderr: '' }
}

function refused(line: RegExp): object {
  return { code: 2, stdout: '', stderr: expect.stringMatching(line) }
}

async function read(name: string): Promise<string> {
  return (await fetch(`${daemon.url}/endpoint/${name}`)).text()
}

const exact = '{"id": 12345678901234567890,  "price": 1.10}'

test('`rule add` accepts flags, and `rule list` shows how often each rule was used', async () => {
  const flags = ['--method', 'post', '--path', '/:id', '--status', '503', '--times', '2']
  expect(await run('rule', 'add', 'orders', ...flags)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Added rule orders-\d+\.\n$/),
  })
  await run('rule', 'add', 'orders', '--data', exact, '--delay', '1ms')
  expect(await read('orders')).toBe(exact)
  await fetch(`${daemon.url}/endpoint/orders/7`, { method: 'POST' })
  const { stdout } = await run('rule', 'list')
  expect(stdout.replace(/^orders-\d+/gm, 'id').split('\n')).toEqual([
    'id orders POST /:id → 503, used 1, 1 left',
    'id orders every request → data, used 1',
    '',
  ])
  const [first = '', second = ''] = (await run('rule', 'list', '--json')).stdout.split('\n')
  expect(JSON.parse(first)).toMatchObject({ endpoint: 'orders', used: 1, left: 1 })
  expect(JSON.parse(second)).toMatchObject({ used: 1, left: null })
})

test('the port 0 is refused, since it does not tell where the daemon is', async () => {
  expect(await run('list', '--port', '0')).toEqual(refused(/The port 0 stands for any free port/))
  const env = { MOCK_ENDPOINT_PORT: '0' }
  expect(await runCommand(['list'], { cwd: '.', env })).toEqual(
    refused(/^mock-endpoint: The port 0/),
  )
})

test('`export -` prints the export', async () => {
  await run('add', 'orders', '1')
  const { code, stdout } = await run('export', '-')
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { endpoints: [{ name: 'orders' }] }])
})

test.each([
  ['api.yaml', 'import openapi'],
  ['shop.har', 'import har'],
])('`import %s` names `%s`', async (name, command) => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  await writeFile(join(path, name), '{}')
  const env = { MOCK_ENDPOINT_URL: daemon.url }
  expect(await runCommand(['import', name], { cwd: path, env })).toEqual(
    refused(new RegExp(`there is \`mock-endpoint ${command}\``)),
  )
})

test('`import` refuses a document of another tool, and says what reads it', async () => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const document = '{"openapi":"3.1.0","info":{},"paths":{}}'
  await writeFile(join(path, 'api.json'), document)
  const env = { MOCK_ENDPOINT_URL: daemon.url }
  const { code, stderr } = await runCommand(['import', 'api.json'], { cwd: path, env })
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^api\.json:1:1: Is an OpenAPI document: `mock-endpoint import openapi`/m,
    ),
  ])
})

test('`rule list` shows where a rule forwards to, and when it was recorded', async () => {
  const forwarding = '{"endpoint":"api","response":{"forward":"https://api.example.com/v1"}}'
  const recorded = '"recordedAt":"2026-11-29T12:00:00Z","response":{"statusCode":200}'
  await run('rule', 'add', forwarding)
  await run('rule', 'add', `{"endpoint":"api","when":{"path":"/a"},${recorded}}`)
  const { stdout } = await run('rule', 'list', 'api')
  expect(stdout.replace(/^api-\d+/gm, 'id').split('\n')).toEqual([
    'id api /a → 200, recorded 2026-11-29, used 0',
    'id api every request → forward to https://api.example.com/v1, used 0',
    '',
  ])
})

test.each<[string, readonly string[], RegExp]>([
  ['a name alone', ['orders'], /mock-endpoint rule add orders --status 503\n$/],
  ['flags alone', ['--status', '503'], /^mock-endpoint: --status is for a rule without JSON/],
  ['both', ['{"endpoint":"a"}', '--times', '1'], /--times is for a rule without JSON/],
  [
    'data that is not JSON',
    ['a', '--data', '{'],
    /The argument is not valid JSON: Line 1, column 2: [^.]*\.\n$/,
  ],
  ['a fault that is none', ['a', '--fault', 'timeout'], /did you mean `hang`\?/],
])('`rule add` refuses %s', async (_, args, why) => {
  expect(await run('rule', 'add', ...args)).toEqual(refused(why))
})

test('`release` releases held requests of one or all endpoints, with another response', async () => {
  const held = '{"endpoint":"hook","response":{"hold":true,"statusCode":201}}'
  await run('rule', 'add', held)
  const ask = () => fetch(`${daemon.url}/endpoint/hook`, { method: 'POST' })
  const first = ask()
  await expect
    .poll(async () => (await run('requests', 'hook')).stdout, { timeout: 20_000 })
    .toContain('held')
  expect(await run('release', 'other')).toEqual(printed('Released 0 requests.\n'))
  const answer = ['hook', '{"data":1}']
  expect(await run('release', ...answer)).toEqual(printed('Released 1 request.\n'))
  const response = await first
  expect([response.status, await response.text()]).toEqual([201, '1'])
  expect(await run('release', '--json')).toEqual(printed('{"released":0}\n'))
})

test('the error for a path as a name includes a `rule add` command that works', async () => {
  const { stderr } = await run('add', 'v1/users', `[{"name":"O'Neill"}]`)
  const [, line = ''] = /As a rule: mock-endpoint rule add '(.*)'\n$/.exec(stderr) ?? []
  const rule = line.replaceAll("'\\''", "'")
  expect(await run('rule', 'add', rule)).toMatchObject({ code: 0 })
  expect(await read('v1/users')).toBe(`[{"name":"O'Neill"}]`)
})

test('commands find a daemon by its port or by a URL without http://', async () => {
  const { port, host } = new URL(daemon.url)
  await run('add', 'orders', '1')
  for (const flags of [
    ['--port', port],
    ['-p', port],
    ['--url', host],
    ['--url', `${host}/`],
  ]) {
    expect(await run('ls', '--names', ...flags)).toEqual(printed('orders\n'))
  }
  expect(await run('ls', '--port', port, '--url', host)).toEqual(refused(/Give one of them/))
})

test.each<[readonly string[], string]>([
  [['get', 'nope'], 'There is no endpoint `nope`. `mock-endpoint add` makes one.'],
  [
    ['get', 'ruled'],
    'There is no endpoint `ruled`. But it has rules: `mock-endpoint rule list ruled`, or `mock-endpoint rule clear ruled`. `mock-endpoint add` makes one.',
  ],
  [
    ['rule', 'get', 'nope'],
    'There is no rule `nope`; it may have been removed. `mock-endpoint rule list` lists those that there are.',
  ],
])('the error of %j names the commands that help', async (args, sentence) => {
  await run('rule', 'add', '{"endpoint":"ruled","response":{}}')
  const { stderr } = await run(...args)
  expect(stderr).toBe(`mock-endpoint: ${sentence}\n`)
})

test('`remove` removes what is there, and names what is not', async () => {
  await run('add', 'a', '1')
  await run('rule', 'add', '{"id":"r","endpoint":"b","response":{}}')
  expect(await run('rm', 'x', 'a', 'y')).toEqual({
    code: 2,
    stdout: 'Removed a.\n',
    stderr: 'mock-endpoint: There is no `x`, `y` to remove.\n',
  })
  expect(await run('rule', 'rm', 'x', 'r')).toMatchObject({ code: 2, stdout: 'Removed rule r.\n' })
})
