// `createMockServer()` of the packed packages in common test runners.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Runner, runners } from './fixtures/runners.ts'
import { temporaryFolder } from './lib/bundle.ts'
import { copySection } from './lib/documented.ts'
import { kill } from './lib/programs.ts'
import { bun, deno, node } from './lib/runtimes.ts'

const minute = 60_000
const installer = fileURLToPath(new URL('./fixtures/install.mjs', import.meta.url))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  const options = { timeout: 4 * minute }
  await promisify(execFile)(process.execPath, [installer, folder.path], options)
}, 5 * minute)
afterAll(() => folder.remove())

interface Ended {
  /** The exit code, or the signal if it was killed. */
  readonly exit: number | string
  readonly printed: string
}

/** Returns the folder of the packages, and an environment with only this machine's programs. */
function surroundings() {
  const env: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: folder.path,
    NO_COLOR: '1',
    DENO_DIR: join(folder.path, 'deno'),
  }
  return { cwd: join(folder.path, 'user'), env }
}

/** Runs the suite, and kills it if it does not end by itself. */
function run({ command, env }: Runner, file: string): Promise<Ended> {
  const [program = '', ...args] = command(file)
  const options = {
    ...surroundings(),
    timeout: 30_000,
    killSignal: 'SIGKILL',
  } as const
  Object.assign(options.env, env)
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const exit = error ? (error.signal ?? error.code ?? 'unknown') : 0
      resolve({ exit, printed: stdout + stderr })
    })
  })
}

describe.each(runners)('$name', { timeout: minute }, (runner) => {
  test('a test can start, request, wait on and close a mock server', async () => {
    const { exit, printed } = await run(runner, 'uses')
    expect(printed).toMatch(runner.passed)
    expect(exit).toBe(0)
    expect(printed).not.toContain('never closed')
  })

  test('a mock server that is not closed does not keep the run from ending', async () => {
    const { exit, printed } = await run(runner, 'forgets')
    expect(printed).toMatch(runner.passed)
    expect(exit).toBe(0)
    expect(printed.includes('1 mock server was never closed')).toBe(runner.tellsOfExit)
  })
})

describe('docs/other-runners.md', { timeout: minute }, () => {
  const bin = join('..', '..', 'node_modules')
  const jest = [`${bin}/jest/bin/jest.js`, '--transform', '{}', '--testMatch', '**/*.test.mjs']
  const playwright = [`${bin}/@playwright/test/cli.js`, 'test', '--config', 'browser.config.ts']

  test.each([
    ['node:test', ['--test'], /^# pass 1$/m],
    ['Jest', ['--experimental-vm-modules', ...jest], /^Tests: +1 passed, 1 total$/m],
    ['Playwright', playwright, /^ {2}3 passed/m],
  ] as const)('the documented tests for %s pass', async (title, args, passed) => {
    const { cwd, env } = surroundings()
    const { folder } = await copySection(title, cwd)
    const { stdout, stderr } = await promisify(execFile)(node(20), args, { cwd: folder, env })
    expect(stdout + stderr).toMatch(passed)
  })

  test('the documented steps for CI start a daemon and show its requests', async () => {
    const { cwd, env } = surroundings()
    const { folder, steps, port } = await copySection('CI', cwd)
    // The daemon is a job of the shell, which ends it.
    const script = `set -em; trap 'kill -- -$!' EXIT\n${steps.join('\n')}`
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env: { ...env, MOCK_ENDPOINT_PORT: port },
    })
    expect(stdout).toContain('[{ "id": 7 }]')
    expect(stdout).toMatch(/GET {5}\/endpoint\/orders 200/)
  })
})

test.each([
  ['bunx', [bun, 'x', '--bun', '--no-install', 'mock-endpoint']],
  ['deno run', [deno, 'run', '-A', 'npm:@mock-endpoint/server']],
])('%s runs the installed daemon', { timeout: minute }, async (_, [program = '', ...args]) => {
  const flags = ['--memory', '--json', '--port', '0']
  const child = spawn(program, [...args, ...flags], {
    ...surroundings(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => kill(child))
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url } = JSON.parse(String(line)) as { url: string }
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' })
  expect(await (await fetch(url)).text()).toContain('<title>')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
