// Built daemons with `--store`, on a real Redis.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  freePort,
  type RedisServer,
  startRedis,
} from '../../../store-redis/src/test/redis-server.ts'
import { makeCertificate } from './certificate.ts'
import { type Daemon, startDaemon } from './daemon.ts'

let redis: RedisServer
let cwd: string

beforeEach(async () => {
  const opened = await startRedis()
  redis = opened
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-shared-'))
  cwd = folder
  return async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  }
})

async function start(url = redis.url): Promise<Daemon> {
  const daemon = await startDaemon({ cwd, args: ['--store', url] })
  onTestFinished(async () => void (await daemon.stop('SIGKILL')))
  return daemon
}

async function add(daemon: Daemon, name: string, data: string): Promise<number> {
  const body = `{"name":"${name}","data":${data}}`
  return (await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })).status
}

async function read(daemon: Daemon, name: string): Promise<string> {
  return (await fetch(`${daemon.url}/endpoint/${name}`)).text()
}

describe('daemons on one Redis', () => {
  test('a daemon serves writes that another one has acknowledged, also after that is killed', async () => {
    const [a, b] = [await start(), await start()]
    for (let i = 0; i < 200; i++) {
      expect(await add(a, 'x', String(i))).toBe(200)
      expect(await read(b, 'x')).toBe(String(i))
    }
    await a.stop('SIGKILL')
    expect(await add(b, 'y', '1.10')).toBe(200)
    const c = await start()
    expect([await read(c, 'x'), await read(c, 'y')]).toEqual(['199', '1.10'])
    expect(await readdir(cwd)).toEqual([])
  })

  test('a paused daemon does not delay writes of others, and serves new data afterwards', async () => {
    const [a, b] = [await start(), await start()]
    await add(a, 'x', '1')
    expect(await read(b, 'x')).toBe('1')
    b.process.kill('SIGSTOP')
    expect(await add(a, 'x', '2')).toBe(200)
    // Long enough that its connections are closed when it continues.
    await sleep(2_500)
    b.process.kill('SIGCONT')
    await sleep(200)
    expect([await read(b, 'x')]).not.toEqual(['1'])
    await expect.poll(() => read(b, 'x')).toBe('2')
  })

  test('a daemon ends cleanly while Redis is down', async () => {
    const daemon = await start()
    await redis.kill()
    expect(await daemon.stop('SIGTERM')).toBe(0)
  })

  test('the start line shows the store without user and password', async () => {
    const daemon = await start(redis.url.replace('//', '//default:secret@').concat('/0'))
    const [listening] = daemon.events
    expect(listening).toMatchObject({ event: 'listening', store: `${redis.url}/0` })
    expect(listening).not.toHaveProperty('dataDir')
    expect(JSON.stringify(daemon.events) + daemon.stderr()).not.toContain('secret')
  })
})

test('a daemon uses Redis over TLS, with its own user and its own database', async () => {
  const certificate = await makeCertificate(cwd)
  const tlsPort = await freePort()
  const secured = await startRedis(
    ...['--tls-port', String(tlsPort), '--tls-auth-clients', 'no'],
    ...['--tls-cert-file', certificate.cert, '--tls-key-file', certificate.key],
  )
  onTestFinished(secured.close)
  await secured.command('ACL', 'SETUSER', 'ada', 'on', '>p@ss:w/rd', '~*', '&*', '+@all')
  const url = `rediss://ada:p%40ss%3Aw%2Frd@localhost:${tlsPort}/3`
  const untrusted = await startDaemon({ cwd, args: ['--store', url] }).catch(
    ({ message }) => message,
  )
  expect(untrusted).toContain('ended with 5')
  expect(untrusted).toContain('certificate')
  expect(untrusted).not.toContain('p%40ss')
  const daemon = await startDaemon({
    cwd,
    args: ['--store', url],
    env: { NODE_EXTRA_CA_CERTS: certificate.ca },
  })
  onTestFinished(async () => void (await daemon.stop('SIGKILL')))
  expect(await add(daemon, 'x', '1.10')).toBe(200)
  expect(await read(daemon, 'x')).toBe('1.10')
  expect(await secured.command('DBSIZE')).toBe(0)
})

describe('the daemon ends', () => {
  async function endOf(...args: readonly string[]): Promise<string> {
    return startDaemon({ cwd, args }).then(
      async (daemon) => {
        await daemon.stop('SIGKILL')
        return 'it started'
      },
      ({ message }: Error) => message,
    )
  }

  test('the daemon ends with 5 when Redis cannot be reached or refuses the password', async () => {
    const away = await endOf('--store', 'redis://user:secret@127.0.0.1:1')
    expect(away).toContain('ended with 5')
    expect(away).toContain('Redis cannot be reached (connect ECONNREFUSED 127.0.0.1:1)')
    expect(away).not.toContain('secret')
    await redis.command('CONFIG', 'SET', 'requirepass', 'right')
    const refused = await endOf('--store', redis.url.replace('//', '//:secret@'))
    expect(refused).toContain('ended with 5')
    expect(refused).toContain('WRONGPASS')
    expect(refused).not.toContain('secret')
  })

  test.each([
    [['--memory'], '--store keeps endpoints in Redis, so --memory cannot be given with it.'],
    [['--data-dir', 'd'], 'so --data-dir cannot be given with it.'],
    [['.'], 'so files cannot be given with it.'],
  ])('the daemon ends with 2 when --store is given with %j', async (args, message) => {
    const end = await endOf('--store', redis.url, ...args)
    expect(end).toContain('ended with 2')
    expect(end).toContain(message)
  })

  test.each([
    'http://user:secret@host',
    'redis:secret',
    'redis://:secret@host/name',
    'redis://:secret%zz@host',
  ])(
    'the daemon ends with 2 for the invalid store %s, without showing its password',
    async (url) => {
      const end = await endOf('--store', url)
      expect(end).toContain('ended with 2')
      expect(end).toContain('--store: expected a URL such as redis://user:password@host:6379/0.')
      expect(end).not.toContain('secret')
    },
  )
})
