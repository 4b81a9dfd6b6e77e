// What the fence is for: a daemon that hears of changes late, and is read at once.
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

/** How many of 20 reads at another daemon, each after an add that was acknowledged, are old. */
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
  /** Resolves when what was read is kept. */
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

test('a daemon that hears of changes late answers none of the old', async () => {
  fence.isThere = true
  expect(await countOld()).toBe(0)
})

test('without the fence it does', async () => {
  fence.isThere = false
  expect(await countOld()).toBeGreaterThan(0)
})
