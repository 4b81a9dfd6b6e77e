// What a program makes of the store, with its declarations emitted.
import { openRedisStore, type RedisStore } from '@mock-endpoint/store-redis'

export const store: Promise<RedisStore> = openRedisStore('redis://localhost:6379', {
  prefix: 'types',
  staleLimit: 1_000,
})
export const made = async () => openRedisStore('redis://localhost:6379')
export const durability = async () => (await store).durability
