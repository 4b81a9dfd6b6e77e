// Memory that endpoints, cached replies and recorded responses take.
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { createRegistry } from '../../packages/core/src/engine/registry.ts'
import { createToReply } from '../../packages/core/src/engine/reply.ts'
import { createReplyCache } from '../../packages/core/src/engine/reply-cache.ts'
import { createJournal } from '../../packages/core/src/journal/journal.ts'
import { openLevelStore } from '../../packages/core/src/level.ts'
import { parseEndpoint } from '../../packages/core/src/model/endpoint/parse-endpoint.ts'
import { endpoint } from '../../packages/core/src/store-contract/cases.ts'
import { runWhole } from '../../packages/core/src/test/run-whole.ts'
import { memoryFigure } from './lib/figure.ts'

describe('memory', () => {
  test('the memory of endpoints parsed from padded bodies is measured', async () => {
    const padding = ' '.repeat(4e6)
    const before = await heap()
    const kept = Array.from({ length: 10 }, (_, i) =>
      runWhole(parseEndpoint(`{"name":"a","data":"${'x'.repeat(50)}${i}"${padding}}`)),
    )
    memoryFigure('ten endpoints of padded bodies of 4 MB', (await heap()) - before, 10e6)
    expect(kept).toHaveLength(10)
  })

  test('the memory of replies requested by long URLs is measured', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `an-endpoint-of-a-long-name-${i}`)
    const database = new MemoryLevel()
    const store = await openLevelStore(database)
    await Promise.all(names.map((name) => store.put(endpoint(name))))
    const registry = createRegistry({ store, cacheBytes: 1e6 })
    const before = await heap()
    for (const name of names) {
      const url = `/endpoint/${name}?${'x'.repeat(4e6)}`
      const [, asked = ''] = /^\/endpoint\/([\w-]+)/.exec(url) ?? []
      expect(await registry.find(asked)).toBeDefined()
    }
    memoryFigure('replies to ten URLs of 4 MB', (await heap()) - before, 10e6)
    await store.close()
  })

  const long = 'x'.repeat(1000)
  const bodies: [what: string, text: string, name: string, padding: string][] = [
    ['short texts', '', 'endpoint-', ''],
    ['longer texts', long, 'endpoint-', ''],
    ['longer texts of padded bodies', long, 'endpoint-', ' '.repeat(900)],
    ['longer texts of bodies beyond Latin-1', long, '日', ''],
    ['texts beyond Latin-1', `${long}😀`, 'endpoint-', ''],
    ['bytes', long.repeat(3), 'endpoint-', ''],
  ]
  test.each(bodies)(
    'a full cache takes more than half of its limit: %s',
    async (what, text, name, padding) => {
      const cacheBytes = 16e6
      const toReply = createToReply()
      const before = await heap()
      const cache = createReplyCache(cacheBytes)
      for (let i = 0; i < 100_000; i++) {
        const body = `{"name":"${name}${i}","data":"${text}${i}"${padding}}`
        cache.set(toReply(runWhole(parseEndpoint(body))))
      }
      const taken = (await heap()) - before
      // Keeps the cache alive until here, and frees it before the next test.
      cache.clear()
      memoryFigure(`a full cache of 16 MB: ${what}`, taken, 1.2 * cacheBytes)
      expect(taken).toBeGreaterThan(cacheBytes / 2)
    },
  )

  test('the journal keeps 8 KiB of each of 5,000 responses of 10 MB', async () => {
    const journal = createJournal({ requests: 5000, bytes: 1e9 })
    const before = await heap()
    for (let i = 0; i < 5000; i++) {
      const body = new Uint8Array(10e6)
      const entry = journal.arrive({ endpoint: 'a', method: 'GET', url: '/a', headers: [] })
      journal.complete(entry, { outcome: 'answered', response: { headers: [], body } })
      if (i % 100 === 0) await setImmediate()
    }
    const taken = (await heap()) - before
    memoryFigure('5,000 recorded responses of 10 MB', taken, 5000 * (8192 + 1024))
    expect(taken).toBeGreaterThan(5000 * 8192)
    expect(journal.list()).toHaveLength(5000)
  })
})

/** Resolves to the bytes in use after collections. Buffers are freed a turn after their objects. */
async function heap(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let i = 0; i < 3; i++) {
    collect()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
