// Why there is a fence: a daemon may receive a change late, and be read right after the write.
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Daemon, startDaemons } from '../test/daemons.ts'
import { startProxy } from '../test/held-proxy.ts'
import { startRedis } from '../test/redis-server.ts'

const fence = vi.hoisted(() => ({ isThere: true }))

vi.mock('./fence.ts', async (original) => {
  const { createFence } = await original<typeof import('./fence.ts')>()
  const create: typeof createFence = (asks) => {
    const { pass } = createFence(asks)
    return { pass: (link) => (fence.isThere ? pass(link) : Promise.resolve()) }
  }
  return { createFence: create }
})

/** Counts the stale ones of 20 reads at another daemon, each after an acknowledged write. */
async function countOld(): Promise<number> {
  const redis = await startRedis()
  onTestFinished(redis.close)
  const proxy = await startProxy(redis.port)
  onTestFinished(proxy.close)
  const prefix = 'fence'
  const [writer] = (await startDaemons(redis.url, 1, { prefix })) as [Daemon]
  const [reader] = (await startDaemons(proxy.url, 1, { prefix })) as [Daemon]
  await writer.add('x', '"first"')
  proxy.beLate(30)
  /** Resolves when the reader answers from its cache. */
  const isKept = (): Promise<void> =>
    expect
      .poll(async () => {
        const before = proxy.sent
        await reader.read('x')
        return proxy.sent - before
      })
      .toBe(0)
  let old = 0
  for (let i = 0; i < 20; i++) {
    await isKept()
    expect(await writer.add('x', String(i))).toBe(200)
    if ((await reader.read('x')) !== String(i)) old += 1
  }
  return old
}

test('with the fence, a daemon that receives changes late never answers with an old value', async () => {
  fence.isThere = true
  expect(await countOld()).toBe(0)
})

test('without the fence, a daemon that receives changes late answers with old values', async () => {
  fence.isThere = false
  expect(await countOld()).toBeGreaterThan(0)
})
