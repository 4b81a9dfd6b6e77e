// Many daemons after a restart of Redis, whose connection ids begin again.
import { expect, onTestFinished, test } from 'vitest'
import { startDaemons } from '../test/daemons.ts'
import { startRedis } from '../test/redis-server.ts'

test('daemons that reconnect to a restarted Redis do not close the connections of each other', async () => {
  const redis = await startRedis()
  onTestFinished(redis.close)
  const daemons = await startDaemons(redis.url, 8)
  await redis.kill()
  await redis.start()
  for (const daemon of daemons) {
    await expect.poll(async () => (await daemon.health())['status']).toBe('ok')
  }
  const stats = String(await redis.command('INFO', 'stats'))
  // Two connections of each daemon, and the one of this command.
  expect(/total_connections_received:(\d+)/.exec(stats)?.[1]).toBe('17')
})
