// Many daemons after a Redis that begins its ids of connections again.
import { expect, onTestFinished, test } from 'vitest'
import { startDaemons } from '../test/daemons.ts'
import { startRedis } from '../test/redis-server.ts'

test('daemons that come back to a Redis that was started again leave each other connected', async () => {
  const redis = await startRedis()
  onTestFinished(redis.close)
  const daemons = await startDaemons(redis.url, 8)
  await redis.kill()
  await redis.start()
  for (const daemon of daemons) {
    await expect.poll(async () => (await daemon.health())['status']).toBe('ok')
  }
  const stats = String(await redis.command('INFO', 'stats'))
  // Two of each daemon, and the one that asks.
  expect(/total_connections_received:(\d+)/.exec(stats)?.[1]).toBe('17')
})
