// Daemons whose connection to Redis goes silent. They answer from their cache, unless their process
// was paused. The tests report a pause themselves, because a busy machine would cause real ones.
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDaemons } from './test/daemons.ts'
import { startProxy } from './test/held-proxy.ts'
import { startRedis } from './test/redis-server.ts'

/** Functions that report a pause of the process to a store, in the order of opening the stores. */
const standStill = vi.hoisted((): (() => void)[] => [])

vi.mock('./link/pauses.ts', () => ({
  watchForPauses(paused: () => void) {
    standStill.push(paused)
    return { stop() {} }
  },
}))

test('a daemon cut off from Redis answers from its cache until the stale limit or a pause', async () => {
  const redis = await startRedis()
  onTestFinished(redis.close)
  const proxy = await startProxy(redis.port)
  onTestFinished(proxy.close)
  const prefix = 'cut-off'
  const [near] = await startDaemons(redis.url, 1, { prefix })
  const [patient] = await startDaemons(proxy.url, 1, { prefix, staleLimit: 3_600_000 })
  const [strict] = await startDaemons(proxy.url, 1, { prefix, staleLimit: 500 })
  await near?.add('x', '1')
  // Both have received the change, and answer with the new value without asking Redis.
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

test('the stale limit counts from the last reply of Redis, not from when silence is noticed', async () => {
  const redis = await startRedis()
  onTestFinished(redis.close)
  const proxy = await startProxy(redis.port)
  onTestFinished(proxy.close)
  const [strict] = await startDaemons(proxy.url, 1, { staleLimit: 1_000 })
  await strict?.add('x', '1')
  expect(await strict?.read('x')).toBe('1')
  proxy.holdAll()
  // The write fails when the daemon notices the silence.
  expect(await strict?.add('y', '2')).toBe(503)
  // Timers that are already due fire before this one.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await strict?.status('x')).toBe(503)
})
