import { expect, test } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import { createRegistry } from './registry.ts'

test('adds an endpoint whose rules cannot be read, and says so to whoever asks for it', async () => {
  for (const rulesOf of [
    () => Promise.reject(new Error('no rules')),
    () => {
      throw new Error('no rules')
    },
  ]) {
    const registry = createRegistry({
      store: { ...createMemoryStore(), rulesOf },
      cacheBytes: 1000,
    })
    await registry.add({ name: 'a', data: '1', statusCode: 200, delay: 0 })
    await expect(Promise.resolve(registry.find('a'))).rejects.toThrow('no rules')
  }
})
