// Three built daemons on a real Redis behind a real nginx, with the configuration of the example.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  freePort,
  type RedisServer,
  startRedis,
} from '../../../store-redis/src/test/redis-server.ts'
import { runCommand } from './command.ts'
import { type Daemon, type Ended, startDaemon } from './daemon.ts'

const example = new URL('../../../../examples/many-daemons/', import.meta.url)

/** With RELIABILITY_LONG set, daemons and Redis are killed this many times as often. */
const factor = process.env['RELIABILITY_LONG'] ? 3 : 1

let redis: RedisServer
let folder: string
let daemons: Daemon[]
let url: string
let stopNginx: (() => Promise<void>) | undefined

beforeAll(async () => {
  redis = await startRedis()
  folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-many-'))
  daemons = await Promise.all([1, 2, 3].map(() => start()))
  const nginx = await startNginx(daemons.map((daemon) => new URL(daemon.url).port))
  url = nginx.url
  stopNginx = nginx.stop
}, 60_000)

afterAll(async () => {
  await stopNginx?.()
  await Promise.all(daemons.map((daemon) => daemon.stop('SIGKILL')))
  await redis.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(port = '0'): Promise<Daemon> {
  const compose = await readFile(new URL('../../compose.yaml', example), 'utf8')
  const settings = [...compose.matchAll(/^ +(MOCK_ENDPOINT_\w+): "?([^"\n]+)/gm)]
  const env = Object.fromEntries(settings.map(([, name, value]) => [name, value]))
  expect(Object.keys(env)).toContain('MOCK_ENDPOINT_STORE')
  return startDaemon({
    cwd: folder,
    args: ['--port', port],
    env: { ...env, MOCK_ENDPOINT_STORE: redis.url, MOCK_ENDPOINT_HOST: '127.0.0.1' },
  })
}

async function startNginx(
  ports: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const given = await readFile(new URL('nginx.conf', example), 'utf8')
  const own = given
    .replace(/daemon-(\d):16540/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  expect(own).not.toContain('16540')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((what) => `${what}_temp_path ${folder}/${what};`).join('\n')
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid;\n${own.replace('http {', `http { access_log off; ${paths}`)}`,
  )
  const args = ['-p', folder, '-c', config, '-e', join(folder, 'error.log')]
  const child = spawn('nginx', args, { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(base).catch(() => undefined))) await sleep(20)
  return {
    url: base,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface Listed {
  readonly path: string
  readonly query: string
  readonly daemon: string
}

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  // If nginx reaches no daemon, its response is an HTML page.
  return text.startsWith('<') ? { success: false } : (JSON.parse(text) as Record<string, unknown>)
}

/** Milliseconds between two calls of a writer, to leave the machine to the daemons. */
const pause = 5

describe('three daemons behind nginx', () => {
  test('three daemons behind nginx share endpoints, rules, requests and health', async () => {
    await call('PUT', '/api/endpoint/add', { name: 'orders', data: [1], statusCode: 201 })
    await call('PUT', '/api/rule/add', {
      endpoint: 'orders',
      times: 5,
      response: { statusCode: 503 },
    })
    const waiting = call('GET', '/api/request?endpoint=orders&count=60&wait=20000')
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await fetch(`${url}/endpoint/orders`)).status),
    )
    expect(statuses.filter((status) => status === 503)).toHaveLength(5)
    expect(statuses.filter((status) => status === 201)).toHaveLength(55)
    const { requests } = (await waiting) as { requests: Listed[] }
    expect(requests).toHaveLength(60)
    expect(new Set(requests.map(({ daemon }) => daemon)).size).toBe(3)
    expect((await call('GET', '/api/health'))['daemons']).toHaveLength(3)
  })

  test('no acknowledged write is lost when daemons are killed in turn', async () => {
    let isOver = false
    const acknowledged = new Map<string, number>()
    const failures: string[] = []
    const writers = Array.from({ length: 4 }, async (_, who) => {
      for (let i = 0; !isOver; i++) {
        const name = `w${who}-${i % 50}`
        const { success } = await call('PUT', '/api/endpoint/add', { name, data: i }).catch(() => ({
          success: false,
        }))
        if (success) acknowledged.set(name, i)
        const answer = await fetch(`${url}/endpoint/${name}`).then((response) => response.text())
        if (success && answer !== String(i)) failures.push(`${name}: ${answer}, not ${i}`)
        await sleep(pause)
      }
    })
    for (let round = 0; round < 6 * factor; round++) {
      const at = round % 3
      const killed = daemons[at] as Daemon
      // Until nginx uses the last killed daemon again.
      await sleep(1_100)
      await killed.stop('SIGKILL')
      daemons[at] = await start(new URL(killed.url).port)
    }
    isOver = true
    await Promise.all(writers)
    expect(failures).toEqual([])
    for (const daemon of daemons) {
      for (const [name, i] of acknowledged) {
        const answer = await fetch(`${daemon.url}/endpoint/${name}`)
        expect([name, await answer.text()]).toEqual([name, String(i)])
      }
    }
    expect(acknowledged.size).toBeGreaterThan(0)
  }, 240_000)

  test('no acknowledged write is lost when Redis is killed, also together with a daemon', async () => {
    let isOver = false
    const acknowledged = new Map<string, Set<number>>()
    const writers = Array.from({ length: 6 }, async (_, who) => {
      for (let i = 0; !isOver; i++) {
        const name = `k${who}-${i % 50}`
        const answer = await call('PUT', '/api/endpoint/add', { name, data: i })
        // A write whose result is unknown may be stored too.
        if (answer['success']) acknowledged.set(name, new Set([i]))
        else acknowledged.get(name)?.add(i)
        await sleep(answer['success'] ? pause : 20)
      }
    })
    for (let round = 0; round < 10 * factor; round++) {
      await sleep(150)
      const both = round % 5 === 4 ? daemons[round % 3] : undefined
      await Promise.all([redis.kill(), both?.stop('SIGKILL')])
      await redis.start()
      if (both) daemons[round % 3] = await start(new URL(both.url).port)
    }
    isOver = true
    await Promise.all(writers)
    await expect.poll(async () => (await call('GET', '/api/health'))['status']).toBe('ok')
    for (const daemon of daemons) {
      await expect.poll(async () => (await fetch(`${daemon.url}/api/health`)).status).toBe(200)
      for (const [name, values] of acknowledged) {
        const answer = Number(await (await fetch(`${daemon.url}/endpoint/${name}`)).text())
        expect([name, [...values]]).toEqual([name, expect.arrayContaining([answer])])
      }
    }
    expect(acknowledged.size).toBeGreaterThan(0)
    // The journal continues too.
    await call('DELETE', '/api/request')
    await fetch(`${url}/endpoint/after`)
    expect((await call('GET', '/api/request?limit=10'))['requests']).toHaveLength(1)
  }, 240_000)
})

test('`requests` shows which daemon answered, and `status` counts the daemons', async () => {
  const name = (daemon: Daemon | undefined): string =>
    `${hostname()}:${new URL(daemon?.url ?? '').port}`
  const [first] = daemons
  await call('DELETE', '/api/request')
  await fetch(`${first?.url}/endpoint/told`)
  const print = (command: string): Promise<Ended> =>
    runCommand([command, '--url', url], { cwd: folder })
  // A daemon that takes any free port is named by its process id.
  const pid = `${hostname()}:${first?.process.pid}`
  const { stdout } = await print('requests')
  const who = stdout.includes(pid) ? pid : name(first)
  expect(stdout).toMatch(new RegExp(`GET +/endpoint/told 404 unmatched.* at ${who}\n$`))
  expect((await print('status')).stdout).toMatch(
    /3 daemons on this store: [^\n]+; writes are kept: synced/,
  )
})

test('a stopped daemon ends its waits, and other daemons still list its requests', async () => {
  const [a, b] = [await start(), await start()]
  const waiting = fetch(`${a.url}/api/request?endpoint=never&wait=60000`)
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${a.url}/endpoint/stopping`)))
  expect(await a.stop('SIGTERM')).toBe(0)
  expect((await waiting).status).toBe(200)
  const listed = await fetch(`${b.url}/api/request?limit=1000`)
  const { requests } = (await listed.json()) as { requests: Listed[] }
  expect(requests.filter(({ path }) => path === '/endpoint/stopping')).toHaveLength(20)
  expect(await b.stop('SIGTERM')).toBe(0)
})
