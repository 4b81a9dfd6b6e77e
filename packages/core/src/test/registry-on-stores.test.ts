// The registry on real stores: the data that it serves after writes.
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { createRegistry } from '../engine/registry.ts'
import { openLevelStore } from '../level.ts'
import { createMemoryStore } from '../memory.ts'
import { endpoint } from '../store-contract/cases.ts'

const stores = {
  memory: async () => createMemoryStore(),
  level: () => openLevelStore(new MemoryLevel()),
}

test.each(Object.entries(stores))(
  'the last of several concurrent writes of a name takes effect: %s',
  async (_, open) => {
    const store = await open()
    const registry = createRegistry({ store, cacheBytes: 1e6 })
    const before = registry.add(endpoint('before'))
    const writes = [
      registry.add(endpoint('removed')),
      registry.remove('removed'),
      registry.remove('added'),
      registry.add(endpoint('added')),
      registry.add(endpoint('cleared')),
      registry.clear(),
      registry.add(endpoint('replaced', { data: '1' })),
      registry.add(endpoint('replaced', { data: '2' })),
    ]
    await Promise.all([before, ...writes])
    for (const name of ['before', 'removed', 'added', 'cleared']) {
      expect(await registry.find(name), name).toBeUndefined()
    }
    expect((await registry.find('replaced'))?.body).toBe('2')
    await store.close()
  },
)

test('an added endpoint is read again if other processes write to the store', async () => {
  const store = createMemoryStore()
  const registry = createRegistry({ store: { ...store, watch: () => () => {} }, cacheBytes: 1e6 })
  await registry.add(endpoint('a', { data: '1' }))
  // Another process has written since, and the store has not reported it yet.
  await store.put(endpoint('a', { data: '2' }))
  expect((await registry.find('a'))?.body).toBe('2')
})
