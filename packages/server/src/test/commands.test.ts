// Shell commands against a running daemon.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { type Ended, empty, freshFolder, runDaemon, startDaemonInMemory } from './daemon.ts'
import { serveForeign } from './foreign-server.ts'

let daemon: Awaited<ReturnType<typeof startDaemonInMemory>>
let folder: Awaited<ReturnType<typeof freshFolder>>

beforeAll(async () => {
  daemon = await startDaemonInMemory()
  folder = await freshFolder()
})
afterAll(async () => {
  await daemon.stop()
  await folder.remove()
})
beforeEach(() => empty(daemon.url))

/** Runs a command against the daemon, whose URL is in the environment. */
function run(...args: readonly string[]): Promise<Ended> {
  return pipe('', ...args)
}

function pipe(input: string | Uint8Array, ...args: readonly string[]): Promise<Ended> {
  return runCommand(args, { ...here(), input })
}

/** The folder and the environment of commands. */
function here(): { cwd: string; env: Record<string, string> } {
  return { cwd: folder.path, env: { MOCK_ENDPOINT_URL: daemon.url } }
}

function printed(stdout: string): Ended {
  return { code: 0, stdout, stderr: '' }
}

function refused(line: RegExp, code = 2): object {
  return { code, stdout: '', stderr: expect.stringMatching(line) }
}

async function read(name: string): Promise<string> {
  return (await fetch(`${daemon.url}/endpoint/${name}`)).text()
}

const exact = '{"id": 12345678901234567890,  "price": 1.10}'

describe('add', () => {
  test.each([
    ['an argument', '', [exact]],
    ['a file', '', ['@exact.json']],
    ['standard input, asked for', exact, ['-']],
    ['standard input', exact, []],
  ])('`add` takes data from %s byte for byte and prints the URL', async (_, input, args) => {
    await writeFile(join(folder.path, 'exact.json'), exact)
    // The built program, because it is a process with a standard input.
    const ended = await runDaemon(['add', 'price', ...args], { ...here(), input })
    expect(ended).toEqual(printed(`${daemon.url}/endpoint/price\n`))
    expect(await read('price')).toBe(exact)
  })

  test('`add` takes a status and a delay, and prints the endpoint with --json', async () => {
    const flags = ['--status', '503', '--delay', '1.5s', '--json']
    expect(await run('add', 'busy', '{}', ...flags)).toEqual(
      printed('{"name":"busy","data":{},"statusCode":503,"delay":1500}\n'),
    )
  })

  test.each<[string, string | Uint8Array, readonly string[], RegExp]>([
    [
      'text without quotes',
      '',
      ['a', 'hello'],
      /^mock-endpoint: The argument is not valid JSON: Line 1, column 1: .*'"hello"'\.\n$/,
    ],
    [
      'more than one value',
      '',
      ['a', '1,"statusCode":500'],
      /is not valid JSON: Line 1, column 2: expected the end/,
    ],
    ['nothing', '', ['a'], /^mock-endpoint: Standard input is not valid JSON/],
    [
      'bytes that are no UTF-8',
      new Uint8Array([34, 255, 34]),
      ['a'],
      /Standard input is not UTF-8\./,
    ],
    ['a file that is not there', '', ['a', '@gone.json'], /gone\.json cannot be read \(ENOENT\)\./],
    ['a name that no path can have', '', ['a/b', '1'], /name must not hold/],
    ['a status that no response has', '', ['a', '1', '--status', '99'], /from 200 to 599/],
    ['a delay without a known unit', '', ['a', '1', '--delay', '1h'], /expected a time such as/],
  ])('`add` refuses %s', async (_, input, args, line) => {
    expect(await pipe(input, 'add', ...args)).toEqual(refused(line))
    expect(await run('list')).toEqual(printed(''))
  })
})

describe('existing endpoints', () => {
  test('`get` prints an endpoint, or only its data with --data', async () => {
    await run('add', 'price', exact, '--delay', '20')
    const line = `${daemon.url}/endpoint/price 200 OK after 20 ms\n`
    expect(await run('get', 'price')).toEqual(printed(`${line}${exact}\n`))
    expect(await run('get', 'price', '--data')).toEqual(printed(exact))
    const record = `{"name":"price","data":${exact},"statusCode":200,"delay":20}\n`
    expect(await run('get', 'price', '--json')).toEqual(printed(record))
    expect(await run('get', 'prices')).toEqual(refused(/no endpoint `prices`.*`price`/))
  })

  test('commands print JSON with control characters escaped, except for `get --data`', async () => {
    const data = '"\u009b31m\u202e\u2028"'
    const shown = '"\\u009b31m\\u202e\\u2028"'
    await run('add', 'odd', data)
    await run('rule', 'add', `{"id":"r","endpoint":"odd","response":{"data":${data}}}`)
    const record = `{"name":"odd","data":${shown},"statusCode":200,"delay":0}\n`
    expect(await run('get', 'odd', '--json')).toEqual(printed(record))
    expect(await run('get', 'odd')).toEqual(
      printed(`${daemon.url}/endpoint/odd 200 OK\n${shown}\n`),
    )
    expect((await run('list', '--json')).stdout).toContain(shown.slice(1, -1))
    for (const args of [
      ['rule', 'get', 'r'],
      ['rule', 'list', '--json'],
    ])
      expect((await run(...args)).stdout).toContain(`"response":{"data":${shown}}`)
    expect(await run('get', 'odd', '--data')).toEqual(printed(data))
  })

  test('`list` prints the endpoints with the given text anywhere in their names', async () => {
    for (const name of ['orders', 'old-Orders', 'users']) await run('add', name, '[ 1 ]')
    expect(await run('list', 'order')).toEqual(
      printed('old-Orders 200 OK [ 1 ]\norders 200 OK [ 1 ]\n'),
    )
    expect(await run('list', '--names')).toEqual(printed('old-Orders\norders\nusers\n'))
    const { stdout } = await run('list', 'user', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ name: 'users', dataBytes: 5 })
  })

  test('`remove` removes the named endpoints, and `clear endpoints` removes all', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await run('add', name, '1')
    expect(await run('remove', 'a', 'b')).toEqual(printed('Removed a.\nRemoved b.\n'))
    expect(await run('remove', 'a')).toEqual(
      refused(/^mock-endpoint: There is no `a` to remove\.$/m),
    )
    expect(await run('clear', 'endpoints')).toEqual(printed('Removed 2 endpoints.\n'))
  })
})

test('the `rule` commands add, show, list and remove rules', async () => {
  const rule =
    '{"id":"created","endpoint":"orders","when":{"method":"POST"},"response":{"statusCode":201}}'
  expect(await run('rule', 'add', rule)).toEqual(printed('Added rule created.\n'))
  expect(await pipe(rule, 'rule', 'add', '--json')).toEqual(printed(`${rule}\n`))
  expect(await run('rule', 'get', 'created')).toEqual(printed(`${rule}\n`))
  expect(await run('rule', 'list', 'orders')).toEqual(
    printed('created orders POST → 201, used 0\n'),
  )
  expect(await run('rule', 'list', 'users')).toEqual(printed(''))
  expect(await run('rule', 'remove', 'created')).toEqual(printed('Removed rule created.\n'))
  expect(await run('rule', 'get', 'created')).toEqual(refused(/no rule/))
  expect(await run('rule', 'add', '{"endpoint":"orders"}')).toEqual(refused(/response/))
  await run('rule', 'add', rule)
  expect(await run('rule', 'clear')).toEqual(printed('Removed 1 rule.\n'))
})

describe('wait', () => {
  test('`wait` counts earlier requests, waits for more and prints them', async () => {
    await run('add', 'hook', '1')
    await read('hook')
    expect(await run('wait', 'hook')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\S+ GET {5}\/endpoint\/hook 200 \S+ ms\n$/),
    })
    const waiting = run('wait', 'hook', '--count', '3', '--json')
    for (let i = 0; i < 2; i++) await read('hook')
    const { code, stdout } = await waiting
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number })
    expect({ code, ids: lines.map(({ id }) => id).length }).toEqual({ code: 0, ids: 3 })
  })

  test('`wait` ends in time although garbage is collected meanwhile', async () => {
    // Node 20 collects a signal of AbortSignal.timeout that only AbortSignal.any refers to.
    const collect = `import { setFlagsFromString } from 'node:v8'
      import { runInNewContext } from 'node:vm'
      setFlagsFromString('--expose-gc')
      setInterval(runInNewContext('gc'), 50).unref()`
    const options = `--import=data:text/javascript,${encodeURIComponent(collect)}`
    const args = ['wait', 'hook', '--timeout', '1s', '--url', daemon.url]
    const { code } = await runDaemon(args, { cwd: folder.path, env: { NODE_OPTIONS: options } })
    expect(code).toBe(7)
  })

  test('`wait` ends with 7 after too few requests in time, and with 6 without a daemon', async () => {
    await run('add', 'hook', '1')
    await read('hook')
    const few = await run('wait', 'hook', '--count', '2', '--timeout', '1s')
    expect({ ...few, stdout: '' }).toEqual(
      refused(/^mock-endpoint: `hook` received 1 of 2 requests within 1000 ms\.\n$/, 7),
    )
    const none = await run('wait', 'other', '--timeout', '1')
    expect(none).toEqual(refused(/`other` received no request within 1 ms/, 7))
    const mistyped = await run('wait', 'hok', '--timeout', '1')
    expect(mistyped.stderr).toMatch(
      /^mock-endpoint: Nothing is called `hok` yet\. Did you mean `hook`\? Waiting all the same\.\n/,
    )
    const nobody = await run('wait', 'hook', '--url', 'http://localhost:1')
    expect(nobody).toEqual(refused(/No daemon answers at http:\/\/localhost:1 .*Start one with/, 6))
  })
})

describe('`status` and `reset`', () => {
  test('`status` prints the state of the daemon, and ends with 6 without a daemon', async () => {
    await run('add', 'a', '1')
    expect(await run('status')).toEqual(
      printed(`${daemon.url} is running: version 0.1.0, store memory, 1 endpoint, 0 rules\n`),
    )
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ status: 'ok' })
    expect(await run('status', '--url', 'http://localhost:1')).toEqual(refused(/No daemon/, 6))
  })

  test('`status` escapes control characters that a malicious daemon sends', async () => {
    const health = { success: true, status: 'ok', version: '\u001b[2J', store: '\u009b2J' }
    const url = await serveForeign((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'mock-endpoint': '1' })
      outgoing.end(JSON.stringify({ ...health, endpoints: 0, rules: 0 }))
    })
    expect((await run('status', '--url', url)).stdout).toBe(
      `${url} is running: version \\u{1b}[2J, store \\u{9b}2J, 0 endpoints, 0 rules\n`,
    )
  })

  test('`reset` and `clear requests` remove requests, and `reset --all` removes everything', async () => {
    await run('add', 'a', '1')
    await read('a')
    expect(await run('clear', 'requests')).toEqual(printed('Removed all requests.\n'))
    expect(await run('requests')).toEqual(printed(''))
    await read('a')
    expect(await run('reset')).toEqual(printed('Removed all requests.\n'))
    expect(await run('requests')).toEqual(printed(''))
    expect(await run('list', '--names')).toEqual(printed('a\n'))
    expect(await run('reset', '--all')).toMatchObject({ code: 0 })
    expect(await run('list')).toEqual(printed(''))
  })
})
