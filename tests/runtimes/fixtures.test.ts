// `createMockServer()` of the packed packages in the test runners that people use.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Runner, runners } from './fixtures/runners.ts'
import { temporaryFolder } from './lib/bundle.ts'
import { kill } from './lib/programs.ts'
import { bun, deno } from './lib/runtimes.ts'

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
  /** The exit code, or the signal when it had to be killed. */
  readonly exit: number | string
  readonly printed: string
}

/** Where the packages are installed, with nothing of this machine but its programs. */
function surroundings() {
  const env: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: folder.path,
    NO_COLOR: '1',
    DENO_DIR: join(folder.path, 'deno'),
  }
  return { cwd: join(folder.path, 'user'), env }
}

/** Runs the suite. It is killed when it does not end by itself. */
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
  test('a mock server is started, asked, waited on and closed', async () => {
    const { exit, printed } = await run(runner, 'uses')
    expect(printed).toMatch(runner.passed)
    expect(exit).toBe(0)
    expect(printed).not.toContain('never closed')
  })

  test('a mock server that is forgotten keeps nobody waiting', async () => {
    const { exit, printed } = await run(runner, 'forgets')
    expect(printed).toMatch(runner.passed)
    expect(exit).toBe(0)
    expect(printed.includes('1 mock server was never closed')).toBe(runner.tellsOfExit)
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
