// The shared journal while Redis fails, comes back with older data, is full, or has other users.
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Daemon, startDaemons } from './test/daemons.ts'
import { type RedisServer, startRedis } from './test/redis-server.ts'

vi.mock('./link/pauses.ts', () => import('./test/no-pauses.ts'))

async function redisOf(...settings: readonly string[]): Promise<RedisServer> {
  const redis = await startRedis(...settings)
  onTestFinished(redis.close)
  return redis
}

/** A stale limit that does not end during a test, in milliseconds. */
const hour = 3_600_000

interface Listed {
  readonly id: number
  readonly path: string
}

async function page(daemon: Daemon): Promise<{ requests: Listed[]; dropped: number }> {
  const found = await daemon.call('GET', '/api/request?limit=1000')
  return found as unknown as { requests: Listed[]; dropped: number }
}

async function paths(daemon: Daemon): Promise<string[]> {
  return (await page(daemon)).requests.map(({ path }) => path.replace('/endpoint/', ''))
}

async function isBack(...daemons: readonly Daemon[]): Promise<void> {
  for (const daemon of daemons) {
    await expect.poll(async () => (await daemon.health())['status']).toBe('ok')
  }
}

/** Resolves when a pending wait at the daemon has read the journal, and receives new requests. */
async function isOpen(redis: RedisServer, daemon: Daemon): Promise<void> {
  await expect.poll(() => redis.command('PUBSUB', 'CHANNELS', '*:appended')).toHaveLength(1)
  // The wait reads the journal before the second of these calls, or together with it.
  for (let i = 0; i < 2; i++) await page(daemon)
}

describe('a Redis that comes back', () => {
  test('new requests are listed after Redis comes back with an older snapshot', async () => {
    const redis = await redisOf('--appendonly', 'no')
    const [a, b] = (await startDaemons(redis.url, 2)) as [Daemon, Daemon]
    await a.status('early')
    expect(await paths(b)).toEqual(['early'])
    await redis.command('SAVE')
    for (let i = 0; i < 50; i++) await a.status('lost')
    expect(await paths(b)).toHaveLength(51)
    await redis.kill()
    await redis.start()
    await isBack(a, b)
    for (let i = 0; i < 5; i++) await b.status('late')
    for (const daemon of [a, b]) {
      expect((await paths(daemon)).filter((path) => path === 'late')).toHaveLength(5)
    }
    const [c] = await startDaemons(redis.url, 1, { prefix: await prefixOf(redis) })
    expect(await paths(c as Daemon)).toEqual(await paths(a))
  })

  test('request ids are unique after Redis comes back empty or is emptied', async () => {
    const redis = await redisOf('--appendonly', 'no')
    const [a] = (await startDaemons(redis.url, 1, { prefix: 'ids' })) as [Daemon]
    await a.status('before')
    await redis.kill()
    await redis.start()
    await isBack(a)
    const [b] = (await startDaemons(redis.url, 1, { prefix: 'ids' })) as [Daemon]
    for (const daemon of [a, b, a, b]) await daemon.status('after')
    const ids = (await page(a)).requests.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(4)
    expect(new Set(ids).size).toBe(ids.length)
    await redis.command('FLUSHALL')
    await sleep(50)
    for (const daemon of [a, b, a, b]) await daemon.status('again')
    expect(new Set((await page(b)).requests.map(({ id }) => id)).size).toBe(4)
  })

  test('pending waits continue after the connections to Redis are killed', async () => {
    const redis = await redisOf()
    const [a, b] = (await startDaemons(redis.url, 2)) as [Daemon, Daemon]
    for (let round = 0; round < 3; round++) {
      const waiting = a.call('GET', `/api/request?endpoint=x&count=${round + 1}&wait=60000`)
      await isOpen(redis, a)
      await redis.command('CLIENT', 'KILL', 'TYPE', 'normal')
      await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub')
      await isBack(a, b)
      await b.add('x', '1')
      await b.read('x')
      expect((await waiting)['requests']).toHaveLength(round + 1)
    }
  })

  test('requests answered while Redis is down are in the journal once it is back', async () => {
    const redis = await redisOf()
    const [a, b] = (await startDaemons(redis.url, 2, { staleLimit: hour })) as [Daemon, Daemon]
    await a.add('x', '1')
    await a.read('x')
    await redis.kill()
    for (let i = 0; i < 20; i++) expect(await a.read('x')).toBe('1')
    expect(await b.call('GET', '/api/request')).toMatchObject({ status: 503 })
    expect(await b.call('GET', '/api/request', undefined, 'text/event-stream')).toMatchObject({
      status: 503,
    })
    await redis.start()
    await isBack(a, b)
    // A list waits for writes of other daemons for a second. This process may pause for longer.
    await expect.poll(() => paths(b)).toHaveLength(21)
    expect(await page(b)).toMatchObject({ dropped: 0 })
  })
})

/** Returns the prefix of the only store in this Redis. */
async function prefixOf(redis: RedisServer): Promise<string> {
  const [key = ''] = (await redis.command('KEYS', '*:{root}:journal')) as string[]
  return key.split(':')[0] ?? ''
}

test('requests answered while Redis is paused are listed once, and none are dropped', async () => {
  const redis = await redisOf()
  const [a, b] = (await startDaemons(redis.url, 2, { staleLimit: hour })) as [Daemon, Daemon]
  await a.call('PUT', '/api/endpoint/add', { name: 'slow', data: 1, delay: 700 })
  await a.add('x', '1')
  await a.read('x')
  const slow = a.status('slow')
  await expect.poll(() => paths(b)).toEqual(['x', 'slow'])
  redis.process().kill('SIGSTOP')
  expect(await slow).toBe(200)
  for (let i = 0; i < 10; i++) expect(await a.read('x')).toBe('1')
  await sleep(2_000)
  redis.process().kill('SIGCONT')
  await isBack(a, b)
  const found = await page(b)
  expect(found.requests).toHaveLength(12)
  expect(
    found.requests.filter((request) => 'outcome' in request && request.outcome === 'pending'),
  ).toEqual([])
  expect(found.dropped).toBe(0)
})

test('while Redis is full, the journal lists the requests it has, and daemons start', async () => {
  const redis = await redisOf()
  const [a, b] = (await startDaemons(redis.url, 2, { prefix: 'full' })) as [Daemon, Daemon]
  await a.status('x')
  expect(await paths(b)).toEqual(['x'])
  await redis.command('CONFIG', 'SET', 'maxmemory', '1')
  expect(await a.status('y')).toBe(404)
  expect(await paths(a)).toEqual(['x'])
  expect(await paths(b)).toEqual(['x'])
  await a.call('POST', '/api/request/release')
  const [c] = (await startDaemons(redis.url, 1, { prefix: 'full' })) as [Daemon]
  expect(await paths(c)).toEqual(['x'])
  await redis.command('CONFIG', 'SET', 'maxmemory', '0')
  await expect.poll(() => paths(b)).toEqual(['x', 'y'])
})

describe('other users of the same Redis', () => {
  test('releases, resets and health ignore daemons in another database of the same Redis', async () => {
    const redis = await redisOf()
    const prefix = 'same'
    const [a] = (await startDaemons(`${redis.url}/0`, 1, { prefix, name: 'a' })) as [Daemon]
    const [b] = (await startDaemons(`${redis.url}/1`, 1, { prefix, name: 'b' })) as [Daemon]
    await b.rule({ endpoint: 'x', response: { hold: true } })
    const held = b.status('x')
    await expect.poll(() => paths(b)).toEqual(['x'])
    expect(await a.call('POST', '/api/request/release')).toMatchObject({ released: 0 })
    expect(await a.health()).toMatchObject({ daemons: ['a'] })
    await a.call('POST', '/api/reset')
    expect(await b.call('POST', '/api/request/release')).toMatchObject({ released: 1 })
    expect(await held).toBe(200)
  })

  test('a list of requests does not wait for clients that subscribe to every channel', async () => {
    const redis = await redisOf()
    const [a] = (await startDaemons(redis.url, 1)) as [Daemon]
    const client = createClient({ url: redis.url })
    await client.connect()
    onTestFinished(() => client.destroy())
    await client.pSubscribe('*', () => {})
    // With a second of waiting for each, the test would time out.
    for (let i = 0; i < 100; i++) await paths(a)
  })
})

test('a temporary rule that replaces another under load answers its full number of requests', async () => {
  const redis = await redisOf()
  const [a, b] = (await startDaemons(redis.url, 2)) as [Daemon, Daemon]
  await a.add('x', '1')
  for (let round = 0; round < 30; round++) {
    const rule = { id: 't', endpoint: 'x', response: { statusCode: 503 } }
    await a.rule({ ...rule, times: 1, response: { statusCode: 500 } })
    const statuses = await Promise.all([
      ...Array.from({ length: 5 }, () => b.status('x')),
      a.rule({ ...rule, times: 20 }),
      ...Array.from({ length: 5 }, () => b.status('x')),
    ])
    const early = statuses.filter((status) => status === 503).length
    const late = []
    for (let i = 0; i < 25; i++) late.push(await b.status('x'))
    expect(early + late.filter((status) => status === 503).length).toBe(20)
  }
})

test('removing a used-up rule gets 404, and a rule that is made temporary again goes last', async () => {
  const redis = await redisOf()
  const [a, b] = (await startDaemons(redis.url, 2)) as [Daemon, Daemon]
  const once = { id: 'r', endpoint: 'x', times: 1, response: { statusCode: 503 } }
  await a.rule(once)
  await b.status('x')
  expect(await a.call('GET', '/api/rule/r')).toMatchObject({ left: 0 })
  expect(await a.call('DELETE', '/api/rule/r')).toMatchObject({ status: 404 })
  expect(await b.call('GET', '/api/rule/r')).toMatchObject({ status: 404 })
  for (const id of ['r1', 'r2']) await a.rule({ ...once, id })
  await a.rule({ id: 'r1', endpoint: 'x', response: { statusCode: 500 } })
  await a.rule({ ...once, id: 'r1' })
  const { rules } = await b.call('GET', '/api/rule?endpoint=x')
  expect((rules as { id: string }[]).map(({ id }) => id)).toEqual(['r2', 'r1'])
})
