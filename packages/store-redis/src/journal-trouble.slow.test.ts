// The journal of all daemons while Redis fails, comes back as it was before, is full, or is shared.
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

/** For how long a daemon may answer from its cache, where that shall not end meanwhile. */
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

/** Resolves when a wait that was asked of it has looked, and hears of what comes. */
async function isOpen(redis: RedisServer, daemon: Daemon): Promise<void> {
  await expect.poll(() => redis.command('PUBSUB', 'CHANNELS', '*:appended')).toHaveLength(1)
  // It looks before the second of these does, or together with it.
  for (let i = 0; i < 2; i++) await page(daemon)
}

describe('a Redis that comes back', () => {
  test('as it was before hides nothing of what comes then', async () => {
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

  test('empty gives no id twice', async () => {
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

  test('finds waits that were open as they were', async () => {
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

  test('is told what was answered while it was away', async () => {
    const redis = await redisOf()
    const [a, b] = (await startDaemons(redis.url, 2, { staleLimit: hour })) as [Daemon, Daemon]
    await a.add('x', '1')
    await a.read('x')
    await redis.kill()
    for (let i = 0; i < 20; i++) expect(await a.read('x')).toBe('1')
    expect(await b.call('GET', '/api/request')).toMatchObject({ status: 503 })
    await redis.start()
    await isBack(a, b)
    // A list waits for a second for what others have to write; this process may stand still for longer.
    await expect.poll(() => paths(b)).toHaveLength(21)
    expect(await page(b)).toMatchObject({ dropped: 0 })
  })
})

/** Of the only store that is there. */
async function prefixOf(redis: RedisServer): Promise<string> {
  const [key = ''] = (await redis.command('KEYS', '*:{root}:journal')) as string[]
  return key.split(':')[0] ?? ''
}

test('while Redis stands still, what is answered is listed once, and nothing of it is dropped', async () => {
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

test('while Redis is full, what it has is listed, and daemons start', async () => {
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

describe('others on the same Redis', () => {
  test('in another database are not told anything', async () => {
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

  test('who listen to everything are not waited for', async () => {
    const redis = await redisOf()
    const [a] = (await startDaemons(redis.url, 1)) as [Daemon]
    const client = createClient({ url: redis.url })
    await client.connect()
    onTestFinished(() => client.destroy())
    await client.pSubscribe('*', () => {})
    // A second for each, if they were: longer than a test may take.
    for (let i = 0; i < 100; i++) await paths(a)
  })
})

test('a rule that takes the place of another keeps all of its uses', async () => {
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

test('rules on Redis are as those in memory', async () => {
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
