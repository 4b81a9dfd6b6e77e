// The exit code and the error line of a built daemon that cannot start.
import { mkdir, open, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Ended, freshFolder, runDaemon, startDaemon } from './daemon.ts'

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function run(args: readonly string[], cwd: string, env = {}): Promise<Ended> {
  return runDaemon(['--port', '0', ...args], { cwd, env })
}

/** Expects one matching line on stderr, nothing on stdout, and the exit code. */
function expectRefusal({ code, stdout, stderr }: Ended, expected: number, line: RegExp): void {
  expect(stderr).toMatch(/^mock-endpoint: [^\n]+\n$/)
  expect(stderr).toMatch(line)
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
}

/** A data folder in which a daemon has stored an endpoint. */
async function usedFolder(): Promise<{ cwd: string; data: string }> {
  const cwd = await folder()
  const daemon = await startDaemon({ cwd })
  const body = '{"name":"a","data":1}'
  await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
  await daemon.stop()
  return { cwd, data: join(cwd, '.mock-endpoint') }
}

test.each<[string, RegExp, readonly string[], Record<string, string>?]>([
  ['an unknown flag', /--prot.*--port/, ['--prot', '1']],
  ['a flag without its value', /--token/, ['--token']],
  [
    'an unknown command',
    /unknown command "strat", and no file or folder of that name\. Without a command/,
    ['strat'],
  ],
  ['a mistyped command', /unknown command "reqests", .*\. Did you mean "requests"\?/, ['reqests']],
  ['a bad value', /--port `x`: expected a port from 0 to 65535/, ['--port', 'x']],
  [
    'a bad variable',
    /MOCK_ENDPOINT_MAX_BODY `x`: expected a size/,
    [],
    { MOCK_ENDPOINT_MAX_BODY: 'x' },
  ],
  ['a bad DSN', /SERVER_REPORTING_DSN `x`/, [], { SERVER_REPORTING_DSN: 'x' }],
  ['an address beyond loopback', /0\.0\.0\.0.*--token.*--no-token/, ['--host', '0.0.0.0']],
  ['an address of another machine', /--host/, ['--host', '192.0.2.1', '--no-token']],
  ['--stale-limit without --store', /--stale-limit.*--store is not given/, ['--stale-limit', '5s']],
  ['a host that is none', /--host/, ['--host', 'nowhere.invalid', '--no-token']],
])('%s ends the daemon with 2', async (_, line, args, env) => {
  expectRefusal(await run(['--memory', ...args], await folder(), env), 2, line)
})

test('a command that finds no daemon ends with 6', async () => {
  const ended = await runDaemon(['status', '--url', 'http://localhost:1'], { cwd: await folder() })
  expectRefusal(ended, 6, /No daemon answers/)
})

test('a port in use ends the daemon with 2', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const ended = await runDaemon(['--memory', '--port', port], { cwd: await folder() })
  expectRefusal(ended, 2, new RegExp(`Port ${port} is in use.*--port`))
})

test('a bad .env ends the daemon with 2', async () => {
  const cwd = await folder()
  await writeFile(join(cwd, '.env'), 'MOCK_ENDPOINT_PORT=x\n')
  const ended = await runDaemon(['--memory'], { cwd })
  expectRefusal(ended, 2, /MOCK_ENDPOINT_PORT `x`/)
})

test('a data folder without its CURRENT file ends the daemon with 3 and stays unchanged', async () => {
  const { cwd, data } = await usedFolder()
  await rm(join(data, 'CURRENT'))
  const before = await readdir(data)
  expectRefusal(
    await run([], cwd),
    3,
    /is damaged: CURRENT is missing.*`mock-endpoint repair`.*--data-dir/,
  )
  expect(await readdir(data)).toEqual(before)
})

test('a data folder whose CURRENT names no manifest ends the daemon with 3', async () => {
  const { cwd, data } = await usedFolder()
  await writeFile(join(data, 'CURRENT'), 'garbage')
  expectRefusal(
    await run([], cwd),
    3,
    /is damaged: CURRENT names no manifest.*`mock-endpoint repair`/,
  )
})

test('a damaged data folder ends the daemon with 3', async () => {
  const { cwd, data } = await usedFolder()
  const manifest = (await readdir(data)).find((file) => file.startsWith('MANIFEST'))
  const file = await open(join(data, manifest ?? ''), 'r+')
  await file.write(Buffer.alloc(40, 0xff), 0, 40, 0)
  await file.close()
  expectRefusal(await run([], cwd), 3, /is damaged: MANIFEST-\d+ has .*`mock-endpoint repair`/)
})

test('a data folder that another daemon has open ends the daemon with 4', async () => {
  const cwd = await folder()
  const daemon = await startDaemon({ cwd })
  onTestFinished(async () => void (await daemon.stop()))
  expectRefusal(await run([], cwd), 4, /is in use by another process.*--data-dir/)
})

test('a data folder that is a file ends the daemon with 5', async () => {
  const cwd = await folder()
  await writeFile(join(cwd, 'data'), '')
  expectRefusal(await run(['--data-dir', 'data'], cwd), 5, /is not a folder.*--data-dir/)
})

test('a data folder below a file ends the daemon with 5', async () => {
  const cwd = await folder()
  await writeFile(join(cwd, 'data'), '')
  expectRefusal(await run(['--data-dir', 'data/in'], cwd), 5, /is not a folder.*--data-dir/)
})

test('a data folder that may not be entered ends with 5', async () => {
  const cwd = await folder()
  const data = join(cwd, 'data')
  await mkdir(data, { mode: 0o000 })
  // Root may use every folder except the virtual ones of the kernel.
  const closed = process.getuid?.() === 0 ? '/proc/self' : data
  expectRefusal(await run(['--data-dir', closed], cwd), 5, /cannot be used: .*--data-dir/)
})

const isLinux = process.platform === 'linux'

// In /proc, mkdir fails as if the parent folder were missing.
test.runIf(isLinux).each([
  ['/proc/x', /no folder can be made in \/proc\. .*--data-dir/],
  ['/proc/x/y/z', /no folder can be made in \/proc\. .*--data-dir/],
  ['/proc/self/x', /no folder can be made in \/proc\/self\. .*--data-dir/],
  ['/sys/x', /permission is denied.*--data-dir/],
  ['/dev/null', /is not a folder.*--data-dir/],
  ['/dev/null/x', /is not a folder.*--data-dir/],
])('the data folder %s ends the daemon with 5', async (data, line) => {
  expectRefusal(await run(['--data-dir', data], await folder()), 5, line)
})

test('a data folder that is a link to nothing ends the daemon with 5', async () => {
  const cwd = await folder()
  await symlink(join(cwd, 'nothing'), join(cwd, 'data'))
  expectRefusal(await run(['--data-dir', 'data'], cwd), 5, /is not a folder.*--data-dir/)
})
