// Faults that the first review of this store found. Each of these tests failed once.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { EndpointStore } from '@mock-endpoint/core'
import { expect, onTestFinished, test } from 'vitest'
import { openRedisStore } from './index.ts'
import { startDaemons } from './test/daemons.ts'
import { startProxy } from './test/held-proxy.ts'
import { type RedisServer, startRedis } from './test/redis-server.ts'

async function redisOf(...settings: readonly string[]): Promise<RedisServer> {
  const redis = await startRedis(...settings)
  onTestFinished(redis.close)
  return redis
}

async function storeOn(url: string): Promise<EndpointStore> {
  const store = await openRedisStore(url)
  onTestFinished(() => store.close())
  return store
}

const of = (data: string, name = 'x') => ({ name, data, statusCode: 200, delay: 0 })

test('a write that the network delays does not overwrite a later one', async () => {
  const redis = await redisOf()
  const proxy = await startProxy(redis.port)
  onTestFinished(proxy.close)
  const store = await storeOn(proxy.url)
  await store.put(of('0'))
  proxy.hold()
  await expect(store.put(of('1'))).rejects.toMatchObject({ kind: 'timeout' })
  const later = (): Promise<string> =>
    store.put(of('2')).then(
      () => 'written',
      ({ kind }) => kind,
    )
  await expect.poll(later).toBe('written')
  proxy.release()
  await sleep(200)
  expect((await store.get('x'))?.data).toBe('2')
})

test('writes keep their order when Redis forgets its scripts', async () => {
  const redis = await redisOf()
  const store = await storeOn(redis.url)
  for (let round = 0; round < 20; round++) {
    await redis.command('SCRIPT', 'FLUSH')
    const settled: number[] = []
    const puts: Promise<unknown>[] = []
    for (let i = 0; i < 40; i++) {
      puts.push(store.put(of(String(i))).then(() => settled.push(i)))
      await setImmediate()
    }
    await Promise.all(puts)
    expect((await store.get('x'))?.data).toBe('39')
    expect(settled).toEqual([...settled.keys()])
  }
})

test('the error for a Redis that is too old does not contain the password', async () => {
  const redis = await redisOf('--rename-command', 'HELLO', '')
  const url = redis.url.replace('//', '//user:secret@')
  const error = await openRedisStore(url).catch((refused: Error) => refused)
  expect(error).toMatchObject({
    kind: 'unavailable',
    message: 'Redis 6.2 or later is needed, or Valkey.',
  })
  expect(JSON.stringify([error, (error as Error).cause, String(error)])).not.toContain('secret')
})

test('many large endpoints can be read at once', async () => {
  const redis = await redisOf()
  const [a, b] = await startDaemons(redis.url, 2)
  const names = Array.from({ length: 8 }, (_, i) => `large-${i}`)
  const data = `"${'x'.repeat(9.5 * 1024 * 1024)}"`
  for (const name of names) expect(await a?.add(name, data)).toBe(200)
  const read = await Promise.all(names.map((name) => b?.status(name)))
  expect(read).toEqual(names.map(() => 200))
  expect(await b?.health()).toMatchObject({ status: 'ok' })
})

test.each([
  ['a large record', [of(`"${'x'.repeat(2_000_000)}"`)]],
  ['many', Array.from({ length: 1_000 }, (_, i) => of('1', `i${i}`))],
])('a large write (%s) succeeds although Redis is silent for 2.5 seconds', async (_, records) => {
  const redis = await redisOf()
  const store = await storeOn(redis.url)
  redis.process().kill('SIGSTOP')
  const written = store.putAll(records, [])
  await sleep(2_500)
  redis.process().kill('SIGCONT')
  await written
  expect(await store.count()).toBe(records.length)
})

test('a store can be closed while Redis is paused', async () => {
  const redis = await redisOf()
  const store = await openRedisStore(redis.url)
  redis.process().kill('SIGSTOP')
  await sleep(800)
  await store.close()
})

test('20,000 records can be written with one call, and cleared with another', async () => {
  const redis = await redisOf()
  const store = await storeOn(redis.url)
  await store.putAll(
    Array.from({ length: 20_000 }, (_, i) => of('1', `i${i}`)),
    [],
  )
  expect(await store.count()).toBe(20_000)
  expect(await store.clear()).toBe(20_000)
})

test('the names with rules are known again after Redis is emptied, and after rules are cleared', async () => {
  const redis = await redisOf()
  const store = await storeOn(redis.url)
  await redis.command('FLUSHALL')
  await expect.poll(() => Array.isArray(store.rulesOf('none'))).toBe(true)
  const rules = Array.from({ length: 3_000 }, (_, i) => ({
    id: `r${i}`,
    endpoint: `e${i}`,
    text: '1',
  }))
  await store.putAll([], rules)
  expect(await store.rulesOf('e1')).toHaveLength(1)
  await store.clearRules()
  await store.putRule({ id: 'r', endpoint: 'e', text: '1' })
  // The next change notices that the store remembers many more names than Redis had.
  await expect.poll(() => Array.isArray(store.rulesOf('e2'))).toBe(true)
  expect(await store.rulesOf('e')).toHaveLength(1)
})
