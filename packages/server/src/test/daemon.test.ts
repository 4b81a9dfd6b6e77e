// The built daemon as a user sees it: its output, its flags and its files on disk.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { type Daemon, freePort, freshFolder, startDaemon } from './daemon.ts'
import { connectHttp2, exchangeHttp2 } from './http2-exchange.ts'
import { getHttps } from './https-get.ts'
import { programOf } from './program.ts'

const example = '{"name":"my-endpoint","data":{"hello":"world"}}'
const added =
  '{"success":true,"name":"my-endpoint","data":{"hello":"world"},"statusCode":200,"delay":0}'
const form = 'application/x-www-form-urlencoded'

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function start(cwd: string, ...args: readonly string[]): Promise<Daemon> {
  const daemon = await startDaemon({ cwd, args })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  return daemon
}

async function put({ url }: Daemon, body: string): Promise<string> {
  const headers = { 'content-type': form }
  return (await fetch(`${url}/api/endpoint/add`, { method: 'PUT', headers, body })).text()
}

async function get({ url }: Daemon, path: string): Promise<string> {
  return (await fetch(`${url}${path}`)).text()
}

test('HTTPS is answered beside HTTP', async () => {
  const cwd = await folder()
  const daemon = await start(cwd, '--https', '--memory')
  const ca = join(cwd, '.mock-endpoint', 'ca.pem')
  const https = daemon.url.replace('http', 'https')
  expect(JSON.parse(await getHttps(`${https}/api/health`, ca))).toMatchObject({ status: 'ok' })
  expect(JSON.parse(await get(daemon, '/api/health'))).toMatchObject({ status: 'ok' })
})

test('HTTP/2 is answered to clients of HTTPS that offer it', async () => {
  const { url } = await start(await folder(), '--https', '--memory')
  const session = await connectHttp2(url)
  const response = await exchangeHttp2(session, { ':path': '/api/health' })
  expect(JSON.parse(response.body)).toMatchObject({ status: 'ok' })
})

describe('an endpoint', () => {
  const hasCurl = spawnSync('curl', ['--version']).status === 0

  // Without curl, the tests below check the same with fetch.
  test.skipIf(!hasCurl)('an endpoint is added and read with two curl commands', async () => {
    const { url } = await start(await folder())
    const curl = promisify(execFile)
    const said = async (...args: string[]): Promise<string> =>
      (await curl('curl', ['--silent', '--show-error', ...args])).stdout
    expect(await said('-X', 'PUT', `${url}/api/endpoint/add`, '-d', example)).toBe(added)
    expect(await said(`${url}/endpoint/my-endpoint`)).toBe('{"hello":"world"}')
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'an endpoint is there again after %s',
    async (signal) => {
      const cwd = await folder()
      const daemon = await start(cwd)
      expect(await put(daemon, example)).toBe(added)
      expect(await daemon.stop(signal)).toBe(signal === 'SIGKILL' ? null : 0)
      expect(daemon.stderr()).toBe('')
      const again = await start(cwd)
      expect(again.events[0]).toMatchObject({ event: 'listening', endpoints: 1 })
      expect(await get(again, '/endpoint/my-endpoint')).toBe('{"hello":"world"}')
    },
  )
})

test('a second signal ends the daemon at once', async () => {
  const daemon = await start(await folder(), '--memory')
  await put(daemon, '{"name":"slow","data":1,"delay":60000}')
  const response = get(daemon, '/endpoint/slow').catch(() => 'nothing')
  await expect.poll(() => get(daemon, '/api/health')).toContain('"ok"')
  daemon.process.kill('SIGTERM')
  // The line of the request may come after it.
  const last = () => daemon.events.filter(({ event }) => event !== 'request').at(-1)
  await expect.poll(last).toEqual({ event: 'stopping' })
  expect(await daemon.stop('SIGTERM')).toBe(1)
  expect(await response).toBe('nothing')
})

test('the daemon continues after its stdout and stderr are closed', async () => {
  const daemon = await start(await folder())
  daemon.process.stdout?.destroy()
  daemon.process.stderr?.destroy()
  for (let i = 0; i < 3; i++) await put(daemon, example)
  expect(await get(daemon, '/endpoint/my-endpoint')).toBe('{"hello":"world"}')
  expect(await daemon.stop()).toBe(0)
})

describe('the data folder', () => {
  test('the data folder is accessible only to its owner and ignored by git', async () => {
    const cwd = await folder()
    const daemon = await start(cwd)
    const data = join(cwd, '.mock-endpoint')
    expect(daemon.events[0]).toMatchObject({ dataDir: data, endpoints: 0 })
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    expect(await readFile(join(data, '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('a data folder with other files in it is refused and stays unchanged', async () => {
    const cwd = await folder()
    await writeFile(join(cwd, 'npm-debug.log'), '')
    await expect(start(cwd, '--data-dir', '.')).rejects.toThrow('it holds \\"npm-debug.log\\"')
    expect(await readdir(cwd)).toEqual(['npm-debug.log'])
  })

  test('with --memory, no data folder is created', async () => {
    const cwd = await folder()
    const daemon = await start(cwd, '--memory')
    await put(daemon, example)
    expect(await daemon.stop()).toBe(0)
    expect(existsSync(join(cwd, '.mock-endpoint'))).toBe(false)
  })

  test('the data folder is the one in .env, unless a flag names another', async () => {
    const cwd = await folder()
    await writeFile(join(cwd, '.env'), 'MOCK_ENDPOINT_DATA_DIR=work/data\n')
    const daemon = await start(cwd)
    expect(daemon.events[0]).toMatchObject({ dataDir: join(cwd, 'work', 'data') })
    const other = await start(cwd, '--data-dir', 'other')
    expect(other.events[0]).toMatchObject({ dataDir: join(cwd, 'other') })
  })
})

test('--quiet prints nothing, from the start to the end', async () => {
  const cwd = await folder()
  const port = await freePort()
  const child = spawn(...programOf(['--quiet', '--port', port]), { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const health = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(health).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(printed).toBe('')
})

test('unknown variables get a warning and change nothing', async () => {
  const cwd = await folder()
  await writeFile(join(cwd, '.env'), 'MOCK_ENDPOINT_TOKN=planted\nPORT=1\n')
  const env = { MOCK_ENDPOINT_PROT: 'planted' }
  const daemon = await startDaemon({ cwd, env, args: ['--memory'] })
  expect(await daemon.stop()).toBe(0)
  const message = (name: string, nearest: string): string =>
    `${name} is not a variable of mock-endpoint, so it is ignored; did you mean ${nearest}?`
  const lines = daemon.stderr().trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { event: 'warning', message: message('MOCK_ENDPOINT_TOKN', 'MOCK_ENDPOINT_TOKEN') },
    { event: 'warning', message: message('MOCK_ENDPOINT_PROT', 'MOCK_ENDPOINT_PORT') },
  ])
  const ended = await runCommand(['repair'], { cwd, env })
  expect(ended.stderr).toMatch(/^mock-endpoint: warning: MOCK_ENDPOINT_TOKN is not a variable/)
  expect(ended.stderr).not.toContain('planted')
})

test('--help and --version print their text and end with 0', async () => {
  const cwd = await folder()
  for (const [flag, text] of [
    ['--help', /^Usage: mock-endpoint/],
    ['-h', /^Usage: mock-endpoint/],
    ['--version', /^\d+\.\d+\.\d+\n$/],
    ['-v', /^\d+\.\d+\.\d+\n$/],
  ] as const) {
    const ended = await runCommand([flag], { cwd })
    expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(text), stderr: '' })
  }
})

test.each([
  [[], 'timeout=5'],
  [['--behind-proxy'], 'timeout=75'],
])('with the flags %j the Keep-Alive header is %s', async (args, expected) => {
  const { url } = await start(await folder(), '--memory', ...args)
  const { headers } = await fetch(`${url}/api/health`)
  expect(headers.get('keep-alive')).toBe(expected)
})
