// The registry over real stores: what is served ends as what is stored, and takes no more memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { createRegistry } from '../engine/registry.ts'
import { openLevelStore } from '../level.ts'
import { createMemoryStore } from '../memory.ts'
import { parseEndpoint } from '../model/parse-endpoint.ts'
import { endpoint } from '../store-contract/cases.ts'

const stores = {
  memory: async () => createMemoryStore(),
  level: () => openLevelStore(new MemoryLevel()),
}

test.each(Object.entries(stores))(
  'writes of one name that settle together end in the cache as in the store: %s',
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

test('an endpoint keeps nothing of the body that it came in', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const padding = ' '.repeat(4e6)
  const before = heap()
  const kept = Array.from({ length: 10 }, (_, i) =>
    parseEndpoint(`{"name":"a","data":"${'x'.repeat(50)}${i}"${padding}}`),
  )
  expect(heap() - before).toBeLessThan(10e6)
  expect(kept).toHaveLength(10)
})
