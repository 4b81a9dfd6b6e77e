// HTTPS of the built daemon: its messages, and the certificates that clients trust.
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from './certificate.ts'
import { runCommand } from './command.ts'
import {
  type Daemon,
  type DaemonOptions,
  type Ended,
  freshFolder,
  runDaemon,
  startDaemon,
} from './daemon.ts'
import { getHttps } from './https-get.ts'

let folder: Awaited<ReturnType<typeof freshFolder>>
beforeAll(async () => {
  folder = await freshFolder()
})
afterAll(() => folder.remove())

async function start(
  args: readonly string[],
  options: Partial<DaemonOptions> = {},
): Promise<Daemon> {
  const daemon = await startDaemon({ cwd: folder.path, ...options, args })
  onTestFinished(async () => void (await daemon.stop('SIGKILL')))
  return daemon
}

test('--https prints a URL and an authority, which is the same after a restart', async () => {
  const ca = join(folder.path, '.mock-endpoint', 'ca.pem')
  const first = await start(['--https', '--serve', 'orders=0'])
  const https = first.url.replace('http', 'https')
  expect(first.events[0]).toMatchObject({
    ...{ url: expect.stringMatching(/^http:/), https, ca },
    origins: { orders: expect.stringMatching(/^https:\/\/localhost:/) },
  })
  const trusted = await readFile(ca, 'utf8')
  expect(JSON.parse(await getHttps(`${https}/api/health`, ca))).toMatchObject({ status: 'ok' })
  await expect(fetch(https)).rejects.toThrow()
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
  expect(await first.stop()).toBe(0)

  const second = await start(['--https', '--memory'])
  expect(await readFile(ca, 'utf8')).toBe(trusted)
  const port = new URL(second.url).port
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(await getHttps(`https://${host}:${port}/api/health`, ca)).toContain('"ok"')
  }
  const named = await getHttps(`https://127.0.0.1:${port}/endpoint/none`, ca, 'api.example.com')
  expect(JSON.parse(named)).toMatchObject({ code: 'endpoint-not-found' })
})

test('without --https, there is no HTTPS URL and no authority', async () => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const daemon = await start([], { cwd: path })
  expect(Object.keys(daemon.events[0] ?? {})).not.toContain('https')
  await expect(readFile(join(path, '.mock-endpoint', 'ca.pem'))).rejects.toThrow('ENOENT')
})

describe('a given certificate', () => {
  test('a given certificate is used, and trusted by clients that trust its authority', async () => {
    const { cert, key, ca } = await makeCertificate(folder.path)
    const daemon = await start(['--memory', '--cert', cert, '--key', key])
    expect(daemon.events[0]).not.toHaveProperty('ca')
    const https = String(daemon.events[0]?.['https'])
    expect(await getHttps(`${https}/api/health`, ca)).toContain('"ok"')
    await expect(getHttps(`https://127.0.0.1:${new URL(https).port}/`, ca)).rejects.toThrow(
      '127.0.0.1',
    )
  })

  test('--cert needs a --key that can be read and matches the certificate', async () => {
    const { path, remove } = await freshFolder()
    onTestFinished(remove)
    const { cert, key } = await makeCertificate(folder.path)
    const other = (await makeCertificate(path)).key
    const refusal = (args: readonly string[]): Promise<Ended> =>
      runDaemon(['--memory', '--port=0', ...args], { cwd: folder.path })
    expect(await refusal(['--cert', cert])).toMatchObject({
      code: 2,
      stderr: 'mock-endpoint: --cert needs --key: a certificate and its key go together.\n',
    })
    expect((await refusal(['--cert', cert, '--key', 'no.pem'])).stderr).toBe(
      `mock-endpoint: --key ${join(folder.path, 'no.pem')} cannot be read: ENOENT.\n`,
    )
    const mismatch = await refusal(['--cert', cert, '--key', other])
    expect(mismatch.code).toBe(2)
    expect(mismatch.stderr).toMatch(
      /^mock-endpoint: The certificate and the key cannot be used: .*key values mismatch\. Are --cert \S+ and --key \S+ a pair in PEM, in this order\?\n$/,
    )
    const swapped = await refusal(['--cert', key, '--key', cert])
    expect(swapped.code).toBe(2)
    expect(swapped.stderr).toMatch(
      /^mock-endpoint: The certificate and the key cannot be used: .* in this order\?\n$/,
    )
  })
})

describe('mock-endpoint ca', () => {
  test('`mock-endpoint ca` creates the authority and prints how clients trust it', async () => {
    const { path, remove } = await freshFolder()
    onTestFinished(remove)
    const cwd = join(path, "Ada's mocks")
    await mkdir(cwd)
    const { code, stdout } = await runCommand(['ca'], { cwd })
    const file = join(cwd, '.mock-endpoint', 'ca.pem')
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toBe(file)
    const [, line = ''] = /^Node\.js +(export .*)$/m.exec(stdout) ?? []
    const shell = `${line}; cat "$NODE_EXTRA_CA_CERTS"`
    const cert = await readFile(file, 'utf8')
    expect((await promisify(execFile)('sh', ['-c', shell])).stdout).toBe(cert)
    const json = await runCommand(['ca', '--json'], { cwd })
    expect(JSON.parse(json.stdout)).toEqual({ file, cert })
  })

  test('a command trusts the daemon with NODE_EXTRA_CA_CERTS, and asks for it otherwise', async () => {
    const daemon = await start(['--https', '--memory'])
    const url = String(daemon.events[0]?.['https'])
    const trusting = { NODE_EXTRA_CA_CERTS: String(daemon.events[0]?.['ca']) }
    const asked = await runDaemon(['status', '--url', url], { cwd: folder.path, env: trusting })
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('is running') })
    const refused = await runDaemon(['status', '--url', url], { cwd: folder.path })
    expect(refused.code).toBe(6)
    expect(refused.stderr).toBe(
      `mock-endpoint: The certificate of ${url} is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Set NODE_EXTRA_CA_CERTS: \`mock-endpoint ca\` shows how.\n`,
    )
  })

  test('a damaged authority ends `mock-endpoint ca` and the daemon with 5', async () => {
    const { path, remove } = await freshFolder()
    onTestFinished(remove)
    await runCommand(['ca'], { cwd: path })
    const file = join(path, '.mock-endpoint', 'ca-key.pem')
    await writeFile(file, 'x')
    const message = `mock-endpoint: ${file} does not hold an authority that can be used: `
    const told = { code: 5, stderr: expect.stringContaining(message) }
    expect(await runCommand(['ca'], { cwd: path })).toMatchObject(told)
    expect(await runDaemon(['--https', '--port=0'], { cwd: path })).toMatchObject(told)
  })
})
