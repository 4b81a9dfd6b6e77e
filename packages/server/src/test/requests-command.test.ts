// `mock-endpoint requests` against daemons, stopped daemons and other servers.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createJournal, type RecordedRequest } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../http/start-server.ts'
import { runCommand } from './command.ts'
import { type Daemon, type Ended, freshFolder, startDaemon } from './daemon.ts'
import { serveForeign } from './foreign-server.ts'

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function start(...args: readonly string[]): Promise<Daemon> {
  const daemon = await startDaemon({ cwd: await folder(), args: ['--memory', ...args] })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  return daemon
}

async function add({ url }: Pick<Daemon, 'url'>, name: string, delay = 0): Promise<void> {
  const body = JSON.stringify({ name, data: 1, delay })
  await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
}

async function ask({ url }: Pick<Daemon, 'url'>, path: string): Promise<void> {
  await (await fetch(url + path)).text()
}

async function print(url: string, ...args: readonly string[]): Promise<Ended> {
  return runCommand(['requests', '--url', url, ...args], { cwd: await folder() })
}

/** The lines without time and duration. */
function bare(stdout: string): string[] {
  const lines = stdout.split('\n').slice(0, -1)
  return lines.map((line) => line.replace(/^[\d:]{8} (.*?)( [\d.]+ ms)?$/, '$1'))
}

/** Expects one matching line on stderr, and nothing else. */
function expectRefusal(ended: Ended, line: RegExp, code = 2): void {
  expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(line) })
  expect(ended.stderr).toMatch(/^mock-endpoint: [^\n]+\n$/)
}

describe('the list', () => {
  test('`requests` prints a line for each request, in order of arrival', async () => {
    const daemon = await start()
    await add(daemon, 'orders')
    await add(daemon, 'slow', 60_000)
    const slow = ask(daemon, '/endpoint/slow').catch(() => {})
    await expect.poll(async () => (await print(daemon.url)).stdout).toContain('pending')
    await ask(daemon, '/endpoint/orders?a=%20b')
    await ask(daemon, '/endpoint/ordrs')
    const { code, stdout, stderr } = await print(daemon.url)
    expect({ code, stderr, lines: bare(stdout) }).toEqual({
      code: 0,
      stderr: '',
      lines: [
        'GET     /endpoint/slow pending',
        'GET     /endpoint/orders?a=%20b 200',
        'GET     /endpoint/ordrs 404 unmatched, close to `orders`',
      ],
    })
    expect(stdout.split('\n')[1]).toMatch(/^\d\d:\d\d:\d\d .* 200 \d+(\.\d)? ms$/)
    expect(bare((await print(daemon.url, '--endpoint', 'orders')).stdout)).toEqual([
      'GET     /endpoint/orders?a=%20b 200',
    ])
    await daemon.stop('SIGKILL')
    await slow
  })

  test('`requests --json` prints all records of the journal, also thousands of them', async () => {
    const journal = createJournal({ requests: 3000 })
    await using server = await startServer({ store: createMemoryStore(), port: 0, journal })
    for (let i = 0; i < 2001; i++) {
      const headers = ['X-A', `ä\u2028${i}`]
      const url = 'http://localhost/endpoint/a?b=%20c'
      const entry = journal.arrive({ endpoint: 'a', method: 'GET', url, headers })
      journal.complete(entry, { outcome: 'answered', statusCode: 200 })
    }
    const { code, stdout } = await print(server.url, '--json')
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedRequest)
    expect(code).toBe(0)
    expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 2001 }, (_, i) => i + 1))
    expect(records.at(-1)).toEqual(await journal.get('2001'))
  })
})

describe('a token', () => {
  test('a missing or wrong token is refused with the reason that the daemon gives', async () => {
    const { url } = await start('--token', 'hush')
    expectRefusal(
      await print(url),
      /The control API needs `Authorization: Bearer.*no token was sent\. Give it with --token, or as MOCK_ENDPOINT_TOKEN\./,
    )
    const other = await print(url, '--follow', '--token', 'other')
    expectRefusal(other, /The control API needs .* the token is wrong/)
  })

  test('the token is taken from --token, from the environment and from .env', async () => {
    const { url } = await start('--token', 'hush')
    await ask({ url }, '/nowhere')
    const printed = { code: 0, stdout: expect.stringContaining('/nowhere 404'), stderr: '' }
    expect(await print(url, '--token', 'hush')).toEqual(printed)
    const cwd = await folder()
    const env = { MOCK_ENDPOINT_TOKEN: 'hush' }
    expect(await runCommand(['requests', '--url', url], { cwd, env })).toEqual(printed)
    const { port } = new URL(url)
    const lines = ['MOCK_ENDPOINT_TOKEN=hush', `MOCK_ENDPOINT_PORT=${port}`]
    await writeFile(join(cwd, '.env'), lines.join('\n'))
    expect(await runCommand(['requests'], { cwd })).toEqual(printed)
  })
})

describe('an address', () => {
  test('where nobody answers is one line', async () => {
    const { url, stop } = await start()
    await stop()
    expectRefusal(await print(url), /No daemon answers at http:\S+ \(ECONNREFUSED\)\. .*--url/, 6)
  })

  test.each([[[]], [['--follow']]])(
    'an address where another server responds is an error of one line, with %j',
    async (args) => {
      const url = await serveForeign((_, outgoing) => {
        outgoing.setHeader('content-type', 'text/html').end('<p>hello')
      })
      expectRefusal(
        await print(url, ...args),
        /http:\S+ answered 200, but it is not mock-endpoint\. Check --url\./,
      )
      const missing = await serveForeign((_, outgoing) => outgoing.writeHead(404).end())
      expectRefusal(
        await print(missing, ...args),
        /answered 404, but it is not mock-endpoint\. Check --url\./,
      )
    },
  )

  test('an invalid address is an error of one line', async () => {
    expectRefusal(await print('localhost'), /--url `localhost`: expected a URL such as/)
  })
})
