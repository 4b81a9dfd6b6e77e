// A daemon whose way to Redis is silent. It answers from its cache, unless its own process stood still,
// as that of these tests does on a busy machine: here that is said, not measured.
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDaemons } from './test/daemons.ts'
import { startProxy } from './test/held-proxy.ts'
import { startRedis } from './test/redis-server.ts'

/** Tells a store that its process stood still, in the order in which they were opened. */
const standStill = vi.hoisted((): (() => void)[] => [])

vi.mock('./link/pauses.ts', () => ({
  watchForPauses(paused: () => void) {
    standStill.push(paused)
    return { stop() {} }
  },
}))

test('a daemon whose packets are dropped answers from its cache until the limit, and then what is new', async () => {
  const redis = await startRedis()
  onTestFinished(redis.close)
  const proxy = await startProxy(redis.port)
  onTestFinished(proxy.close)
  const prefix = 'cut-off'
  const [near] = await startDaemons(redis.url, 1, { prefix })
  const [patient] = await startDaemons(proxy.url, 1, { prefix, staleLimit: 3_600_000 })
  const [strict] = await startDaemons(proxy.url, 1, { prefix, staleLimit: 500 })
  await near?.add('x', '1')
  // They have heard of that change, and what they keep is what came after.
  await expect
    .poll(async () => {
      const before = proxy.sent
      return [await patient?.read('x'), await strict?.read('x'), proxy.sent - before]
    })
    .toEqual(['1', '1', 0])
  proxy.holdAll()
  expect(await near?.add('x', '2')).toBe(200)
  await expect.poll(() => strict?.status('x')).toBe(503)
  expect(await patient?.read('x')).toBe('1')
  standStill[1]?.()
  expect(await patient?.status('x')).toBe(503)
  proxy.letIn()
  await expect.poll(() => patient?.read('x')).toBe('2')
  await expect.poll(() => strict?.read('x')).toBe('2')
})

test('the limit begins with the last reply: who was silent for that long is stale once it is noticed', async () => {
  const redis = await startRedis()
  onTestFinished(redis.close)
  const proxy = await startProxy(redis.port)
  onTestFinished(proxy.close)
  const [strict] = await startDaemons(proxy.url, 1, { staleLimit: 1_000 })
  await strict?.add('x', '1')
  expect(await strict?.read('x')).toBe('1')
  proxy.holdAll()
  // It is refused when the silence is noticed.
  expect(await strict?.add('y', '2')).toBe(503)
  // What is due at once comes before this.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await strict?.status('x')).toBe(503)
})
