// The journal of all daemons, on a real Redis.
import { describeJournal } from '@mock-endpoint/core/journal-contract'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { openRedisStore } from './index.ts'
import { type RedisServer, startRedis } from './test/redis-server.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

let workspaces = 0

describeJournal(
  'a journal in Redis',
  async (limits) => {
    const store = await openRedisStore(redis.url, { prefix: `journal${workspaces++}` })
    onTestFinished(() => store.close())
    return store.sharing.openJournal(limits)
  },
  { describe, test },
)
