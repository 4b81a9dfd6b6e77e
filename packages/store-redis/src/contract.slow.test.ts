import { describeStore } from '@mock-endpoint/core/store-contract'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openRedisStore } from './index.ts'
import { type RedisServer, startRedis } from './test/redis-server.ts'

let redis: RedisServer
let opened = 0
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

describeStore(
  'a store on Redis',
  () => openRedisStore(redis.url, { prefix: `t${++opened}` }),
  { describe, test },
  () => openRedisStore(redis.url, { prefix: `t${opened}` }),
)
