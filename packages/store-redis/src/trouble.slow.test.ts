// Daemons and stores when Redis is killed, paused, full, set up badly, or unreachable.
import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openRedisStore } from './index.ts'
import { linked, startDaemons } from './test/daemons.ts'
import { type RedisServer, startRedis } from './test/redis-server.ts'

vi.mock('./link/pauses.ts', () => import('./test/no-pauses.ts'))

async function redisOf(...settings: readonly string[]): Promise<RedisServer> {
  const redis = await startRedis(...settings)
  onTestFinished(redis.close)
  return redis
}

test.each([undefined, 'localhost:6379', 'http://localhost', {}])(
  'openRedisStore refuses the URL %j',
  async (url) => {
    await expect(openRedisStore(url as string)).rejects.toThrow(TypeError)
  },
)

test('acknowledged writes survive repeated kills of Redis', async () => {
  const redis = await redisOf()
  const [a, b] = await startDaemons(redis.url, 2)
  const acknowledged = new Map<string, string>()
  let adds = 0
  let isOver = false
  const writers = [a, b].map(async (daemon, who) => {
    for (let i = 0; !isOver; i++) {
      const name = `${who}-${i % 50}`
      const status = await daemon?.add(name, String(i))
      if (status === 200) {
        acknowledged.set(name, String(i))
        adds += 1
      } else {
        // The write may have happened all the same.
        acknowledged.delete(name)
        await sleep(5)
      }
    }
  })
  const moreAdds = async (): Promise<void> => {
    const before = adds
    await expect.poll(() => adds - before).toBeGreaterThan(60)
  }
  for (let kill = 0; kill < 5; kill++) {
    await moreAdds()
    await redis.kill('SIGKILL')
    await redis.start()
  }
  await moreAdds()
  isOver = true
  await Promise.all(writers)
  await expect.poll(async () => (await a?.health())?.['status']).toBe('ok')
  expect(acknowledged.size).toBeGreaterThan(0)
  const [fresh] = await startDaemons(redis.url, 1, { prefix: (await prefixOf(redis)) ?? '' })
  for (const [name, data] of acknowledged)
    expect([name, await fresh?.read(name)]).toEqual([name, data])
})

/** Returns the prefix of the only store in this Redis. */
async function prefixOf(redis: RedisServer): Promise<string | undefined> {
  const keys = (await redis.command('KEYS', '*:{root}:names')) as string[]
  return keys[0]?.split(':')[0]
}

describe('a daemon without Redis', () => {
  test('without Redis, a daemon answers from its cache until the stale limit, and refuses writes', async () => {
    const redis = await redisOf()
    const prefix = 'limits'
    const [a, b] = await startDaemons(redis.url, 2, { prefix, staleLimit: 3_600_000 })
    const [strict] = await startDaemons(redis.url, 1, { prefix, staleLimit: 500 })
    await a?.add('x', '1')
    await a?.add('unread', '2')
    expect([await b?.read('x'), await strict?.read('x')]).toEqual(['1', '1'])
    await redis.kill('SIGKILL')
    await expect.poll(() => b?.status('unread')).toBe(503)
    expect(await b?.read('x')).toBe('1')
    expect(await b?.add('y', '3')).toBe(503)
    expect(await b?.health()).toMatchObject({ status: 'degraded', store: 'redis' })
    await expect.poll(() => strict?.status('x')).toBe(503)
    expect(await b?.read('x')).toBe('1')
    await redis.start()
    await expect.poll(() => strict?.status('x')).toBe(200)
    await expect.poll(async () => (await b?.health())?.['status']).toBe('ok')
    expect(await b?.add('y', '3')).toBe(200)
    await expect.poll(() => a?.status('y')).toBe(200)
  })

  test('a daemon that reconnects to Redis has the changes made while it was disconnected', async () => {
    const redis = await redisOf()
    const [a, b] = await startDaemons(redis.url, 2)
    await a?.add('x', '1')
    await a?.add('gone', '2')
    expect([await b?.read('x'), await b?.read('gone')]).toEqual(['1', '2'])
    await redis.command('CLIENT', 'KILL', 'TYPE', 'normal')
    await expect.poll(() => a?.add('x', '3')).toBe(200)
    await a?.remove('gone')
    await expect.poll(() => b?.read('x')).toBe('3')
    expect(await b?.status('gone')).toBe(404)
  })

  test('when Redis is paused, a daemon refuses writes, and reads after the stale limit', async () => {
    const redis = await redisOf()
    const [a] = await startDaemons(redis.url, 1, { staleLimit: 500 })
    await a?.add('x', '1')
    await a?.read('x')
    redis.process().kill('SIGSTOP')
    expect(await a?.add('y', '2')).toBe(503)
    await expect.poll(() => a?.status('x')).toBe(503)
    redis.process().kill('SIGCONT')
    await expect.poll(() => a?.read('x')).toBe('1')
  })
})

test('when Redis is full, adds are refused, and reads and removals work', async () => {
  const redis = await redisOf('--maxmemory', '4mb')
  const [a] = await startDaemons(redis.url, 1)
  await a?.add('small', '1')
  // Small endpoints, until nothing more fits.
  const data = `"${'x'.repeat(2_000)}"`
  let status: number | undefined
  let added = 0
  for (; added < 10_000; added++) {
    status = await a?.add(`full-${added}`, data)
    if (status !== 200) break
  }
  expect(status).toBe(507)
  expect(await a?.read('small')).toBe('1')
  expect(await a?.health()).toMatchObject({ status: 'degraded' })
  for (let i = 0; i < added; i++) expect(await a?.remove(`full-${i}`)).toBe(200)
  expect(await a?.add('again', '2')).toBe(200)
})

test('when Redis cannot save to its disk, writes are refused with advice, and reads work', async () => {
  const redis = await redisOf('--stop-writes-on-bgsave-error', 'yes')
  const [a, b] = await startDaemons(redis.url, 2)
  await a?.add('x', '1')
  const { dir } = (await redis.command('CONFIG', 'GET', 'dir')) as { dir: string }
  const inTheWay = join(dir, 'dump.rdb')
  await mkdir(inTheWay)
  await redis.command('CONFIG', 'SET', 'save', '3600 1')
  await redis.command('BGSAVE')
  await expect.poll(() => a?.add('y', '2')).toBe(507)
  const detail =
    'Redis takes no writes, as it cannot save to its disk. Make room there; its log says more.'
  const add = { name: 'y', data: 2 }
  expect(await linked(() => a?.call('PUT', '/api/endpoint/add', add))).toMatchObject({
    code: 'storage-full',
    detail: expect.stringContaining(detail),
  })
  expect(await linked(() => a?.call('DELETE', '/api/endpoint/x'))).toMatchObject({
    code: 'storage-full',
  })
  expect(await linked(() => a?.call('GET', '/api/endpoint/x'))).toMatchObject({ data: 1 })
  await expect
    .poll(() => b?.health())
    .toMatchObject({ status: 'degraded', daemons: [expect.any(String), expect.any(String)] })
  await rmdir(inTheWay)
  await redis.command('BGSAVE')
  await expect.poll(() => a?.remove('x')).toBe(200)
})

test('with a Redis that is full from the start, requests are listed once it has room', async () => {
  const redis = await redisOf()
  const [a] = await startDaemons(redis.url, 1)
  await redis.command('CONFIG', 'SET', 'maxmemory', '1')
  expect(await a?.status('x')).toBe(404)
  expect(await a?.call('GET', '/api/request')).toMatchObject({ requests: [] })
  await redis.command('CONFIG', 'SET', 'maxmemory', '0')
  await expect
    .poll(async () => (await a?.call('GET', '/api/request'))?.['requests'])
    .toMatchObject([{ path: '/endpoint/x' }])
})

test('health follows settings of Redis that are changed while the daemon runs', async () => {
  const redis = await redisOf()
  const [a] = await startDaemons(redis.url, 1)
  expect(await a?.health()).toMatchObject({ status: 'ok', durability: 'synced' })
  await redis.command('CONFIG', 'SET', 'appendfsync', 'no')
  expect(await a?.health()).toMatchObject({ status: 'ok', durability: 'memory' })
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
  expect(await a?.health()).toMatchObject({
    status: 'degraded',
    reason: expect.stringContaining('Redis drops endpoints when it is full'),
  })
})

describe('opening a store', () => {
  test.each([
    [['--appendonly', 'yes', '--appendfsync', 'always'], 'synced'],
    [['--appendonly', 'yes', '--appendfsync', 'everysec'], 'within a second'],
    [['--appendonly', 'no'], 'memory'],
    [['--rename-command', 'CONFIG', ''], 'unknown'],
  ] as const)('a store on Redis with %j has the durability %s', async (settings, durability) => {
    const redis = await redisOf(...settings)
    const store = await openRedisStore(redis.url)
    expect(store.durability).toBe(durability)
    await store.close()
  })

  test('a Redis that evicts keys when it is full is refused without `allowEviction`', async () => {
    const redis = await redisOf('--maxmemory-policy', 'allkeys-lru')
    await expect(openRedisStore(redis.url)).rejects.toMatchObject({
      kind: 'unavailable',
      message:
        'Redis drops endpoints when it is full (allkeys-lru). Set maxmemory-policy to noeviction.',
    })
    await (await openRedisStore(redis.url, { allowEviction: true })).close()
  })

  test('a Redis with a password refuses a wrong one, which the error does not contain', async () => {
    const redis = await redisOf('--requirepass', 'right')
    const at = (password: string): string => redis.url.replace('//', `//:${password}@`)
    const error = await openRedisStore(at('wrong')).catch((refused: Error) => refused)
    expect(error).toMatchObject({ kind: 'unavailable' })
    expect(String(error)).not.toContain('wrong')
    await (await openRedisStore(at('right'))).close()
  })

  test('the error for an unreachable Redis includes the reason', async () => {
    await expect(openRedisStore('redis://127.0.0.1:1')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Redis cannot be reached (connect ECONNREFUSED 127.0.0.1:1); try again.',
    })
  })

  test('a store with another format is refused', async () => {
    const redis = await redisOf()
    await redis.command('SET', 'mock-endpoint:{root}:format', '2')
    await expect(openRedisStore(redis.url)).rejects.toMatchObject({
      message: 'The store has format 2; this version reads format 1.',
    })
  })
})

test('a script that Redis has forgotten is sent again', async () => {
  const redis = await redisOf()
  const [a] = await startDaemons(redis.url, 1)
  await a?.add('x', '1')
  await redis.command('SCRIPT', 'FLUSH')
  expect(await a?.add('x', '2')).toBe(200)
  expect(await a?.read('x')).toBe('2')
})
