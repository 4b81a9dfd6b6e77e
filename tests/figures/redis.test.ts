// How soon daemons notice that Redis hangs or cannot be reached.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openRedisStore } from '../../packages/store-redis/src/index.ts'
import { startDaemons } from '../../packages/store-redis/src/test/daemons.ts'
import { startProxy } from '../../packages/store-redis/src/test/held-proxy.ts'
import { type RedisServer, startRedis } from '../../packages/store-redis/src/test/redis-server.ts'
import { figure } from './lib/figure.ts'

async function redisOf(): Promise<RedisServer> {
  const redis = await startRedis()
  onTestFinished(redis.close)
  return redis
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

test('while Redis hangs, a write is refused with 503 and a store closes', async () => {
  const redis = await redisOf()
  const [daemon] = await startDaemons(redis.url, 1)
  const store = await openRedisStore(redis.url, { prefix: 'closing' })
  redis.process().kill('SIGSTOP')
  const refused = await secondsOf(async () => expect(await daemon?.add('x', '1')).toBe(503))
  figure('an add is refused while Redis stands still', refused, 's', { atMost: 6 })
  const closed = await secondsOf(() => store.close())
  figure('a store closes while Redis stands still', closed, 's', { atMost: 3 })
  redis.process().kill('SIGCONT')
})

test('a daemon that is cut off from Redis stops answering with stale data', async () => {
  const redis = await redisOf()
  const proxy = await startProxy(redis.port)
  onTestFinished(proxy.close)
  const prefix = 'cut-off'
  const [near] = await startDaemons(redis.url, 1, { prefix })
  const [far] = await startDaemons(proxy.url, 1, { prefix, staleLimit: 500 })
  await near?.add('x', '1')
  expect(await far?.read('x')).toBe('1')
  proxy.hold()
  const stale = await secondsOf(async () => {
    expect(await near?.add('x', '2')).toBe(200)
    while ((await far?.read('x')) === '1') await sleep(10)
  })
  figure('a cut-off daemon answers what is old, with a limit of 0.5 s', stale, 's', { atMost: 5 })
})
