// The exports of a program that uses the store, with emitted declarations.
import { openRedisStore, type RedisStore } from '@mock-endpoint/store-redis'

export const store: Promise<RedisStore> = openRedisStore('redis://localhost:6379', {
  prefix: 'types',
  staleLimit: 1_000,
})
export const made = async () => openRedisStore('redis://localhost:6379')
export const durability = async () => (await store).durability
