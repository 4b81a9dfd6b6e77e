// The error reports of the daemon, and the data that they never include. The daemon has a damaged
// database, and a sink stands in for Sentry.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../http/start-server.ts'
import { type Daemon, freshFolder, runDaemon, startDaemon } from './daemon.ts'

interface Sink {
  readonly dsn: string
  /** The bodies received so far, as text. */
  readonly envelopes: readonly string[]
}

async function openSink(): Promise<Sink> {
  const envelopes: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray())
    const isZipped = incoming.headers['content-encoding'] === 'gzip'
    const head = JSON.stringify([incoming.url, incoming.rawHeaders])
    envelopes.push(`${head}\n${(isZipped ? gunzipSync(body) : body).toString()}`)
    outgoing.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { dsn: `http://key@127.0.0.1:${port}/1`, envelopes }
}

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function start(cwd: string, env: Record<string, string> = {}): Promise<Daemon> {
  const daemon = await startDaemon({ cwd, env })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  return daemon
}

const count = 300
const secret = { name: 'planted-name', body: 'planted-body', header: 'planted-header' }
const query = 'planted-query'

/** Fills the folder, so that the next start finds its endpoints in table files. */
async function fill(cwd: string): Promise<void> {
  const { url, stop } = await start(cwd, { SERVER_REPORTING_DSN: '' })
  const add = (_: unknown, i: number): Promise<Response> => {
    const data = `${secret.body} ${randomBytes(15_000).toString('base64')}`
    const body = JSON.stringify({ name: `${secret.name}-${i}`, data })
    return fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  }
  for (const { status } of await Promise.all(Array.from({ length: count }, add))) {
    expect(status).toBe(200)
  }
  await stop()
}

/**
 * Writes ones into the middle of every table, in place, because LevelDB has mapped the files. It
 * reports a block of ones, which has no valid compression, but takes a block of zeros for valid.
 */
async function damage(cwd: string): Promise<void> {
  const data = join(cwd, '.mock-endpoint')
  for (const name of (await readdir(data)).filter((file) => file.endsWith('.ldb'))) {
    const { size } = await stat(join(data, name))
    const file = await open(join(data, name), 'r+')
    const length = Math.floor(size / 2)
    await file.write(Buffer.alloc(length, 0xff), 0, length, Math.floor(size / 4))
    await file.close()
  }
}

/** Requests endpoints until three have failed. Each request has data that must not be reported. */
async function provoke({ url }: Daemon): Promise<number> {
  let failures = 0
  for (let i = 0; i < count && failures < 3; i++) {
    const response = await fetch(`${url}/endpoint/${secret.name}-${i}?q=${query}`, {
      method: 'POST',
      headers: { 'x-planted': secret.header, authorization: secret.header },
      body: secret.body,
    })
    const body = await response.text()
    if (response.status !== 503) continue
    expect(JSON.parse(body)).toMatchObject({ code: 'store-unavailable', success: false })
    failures++
  }
  expect(failures).toBe(3)
  return failures
}

/** The events in the envelopes. Each is one line of its envelope. */
function eventsIn({ envelopes }: Sink): Record<string, unknown>[] {
  return envelopes
    .flatMap((text) => text.split('\n').slice(1))
    .flatMap((line): Record<string, unknown>[] => (line.startsWith('{') ? [JSON.parse(line)] : []))
    .filter((item) => 'exception' in item)
}

describe('an internal error of the daemon', () => {
  test.each(['the process environment', '.env'])(
    'an internal error is reported once, without user data, with the DSN in %s',
    async (source) => {
      const [cwd, sink] = [await folder(), await openSink()]
      await fill(cwd)
      if (source === '.env')
        await writeFile(join(cwd, '.env'), `SERVER_REPORTING_DSN=${sink.dsn}\n`)
      const daemon = await start(cwd, source === '.env' ? {} : { SERVER_REPORTING_DSN: sink.dsn })
      await damage(cwd)
      const failures = await provoke(daemon)
      expect(await daemon.stop()).toBe(0)

      const events = eventsIn(sink)
      expect(events).toHaveLength(failures)
      expect(sink.envelopes).toHaveLength(failures)
      for (const { tags, exception } of events) {
        expect(tags).toMatchObject({ route: '/endpoint/:name', method: 'POST' })
        const frames = expect.arrayContaining([expect.objectContaining({ filename: 'level.js' })])
        const values = [expect.objectContaining({ type: 'StoreError', stacktrace: { frames } })]
        expect(exception).toEqual({ values })
      }
      const planted = [...Object.values(secret), query, cwd, `"${hostname()}"`]
      const received = sink.envelopes.join('\n').toLowerCase()
      expect(planted.filter((text) => received.includes(text.toLowerCase()))).toEqual([])
    },
  )

  test('an empty SERVER_REPORTING_DSN turns reports off, even if .env has one', async () => {
    const [cwd, sink] = [await folder(), await openSink()]
    await fill(cwd)
    await writeFile(join(cwd, '.env'), `SERVER_REPORTING_DSN=${sink.dsn}\n`)
    const daemon = await start(cwd, { SERVER_REPORTING_DSN: '' })
    await damage(cwd)
    await provoke(daemon)
    expect(await daemon.stop()).toBe(0)
    expect(sink.envelopes).toEqual([])
  })
})

/** Makes every import of the reporting client fail in a daemon with these variables. */
function withoutSentry(): Record<string, string> {
  const toUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`
  const hooks = toUrl(`export function resolve(name, context, next) {
    if (name.startsWith('@sentry/')) throw new Error('it was imported')
    return next(name, context)
  }`)
  const preload = toUrl(
    `import { register } from 'node:module'; register(${JSON.stringify(hooks)})`,
  )
  return { NODE_OPTIONS: `--import=${preload}` }
}

test('the reporting client is loaded only with a DSN', async () => {
  const cwd = await folder()
  const daemon = await start(cwd, withoutSentry())
  expect((await fetch(`${daemon.url}/api/health`)).status).toBe(200)
  expect(await daemon.stop()).toBe(0)

  const { dsn } = await openSink()
  const env = { ...withoutSentry(), SERVER_REPORTING_DSN: dsn }
  const ended = await runDaemon(['--memory', '--port', '0'], { cwd, env })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/^[^\n]*@sentry\/node is not installed: npm install [^\n]*\n$/)
})

test('a malformed DSN ends the daemon with 2', async () => {
  const env = { SERVER_REPORTING_DSN: 'https://errors.example/1' }
  const ended = await runDaemon(['--memory', '--port', '0'], { cwd: await folder(), env })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/^[^\n]*SERVER_REPORTING_DSN [^\n]*expected a DSN such as [^\n]*\n$/)
})

test('onError of startServer gets an error once with its route, and the response hides it', async () => {
  const told: unknown[] = []
  const broken = new Error('planted-message')
  const store = createMemoryStore()
  store.get = () => {
    throw broken
  }
  const onError = (...what: unknown[]): void => void told.push(what)
  await using server = await startServer({ store, port: 0, grace: 0, onError })
  const response = await fetch(`${server.url}/endpoint/${secret.name}`)
  expect(response.status).toBe(500)
  const body = await response.text()
  expect(JSON.parse(body)).toMatchObject({ code: 'internal-error', success: false })
  expect(body).not.toContain('planted')
  expect(told).toEqual([[broken, { method: 'GET', route: '/endpoint/:name' }]])
})
