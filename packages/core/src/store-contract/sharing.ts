// The contract of stores that share their data: each reports the writes of the others, in time for
// a caller that caches its reads.
import { expectSame } from '../contract/expect-same.ts'
import type { Awaitable, EndpointStore, StoreChange } from '../model/store/store.ts'
import { endpoint, rule } from './cases.ts'
import { onStore, type TestOnStore } from './on-store.ts'

/** Opens another store on the data of the store that was opened last. */
export type OpenAnother = () => Awaitable<EndpointStore>

export function testSharing(test: TestOnStore, openAnother: OpenAnother): void {
  const shared = (name: string, check: (a: EndpointStore, b: EndpointStore) => Promise<void>) =>
    test(name, (a) => onStore(openAnother, (b) => check(a, b)))

  shared('shows what another store has written, and has told of it', async (a, b) => {
    const told = listenTo(a)
    for (const [kind, write] of writes) {
      await b.put(endpoint('a', { data: '"before"' }))
      await b.putRule(rule('r', 'a', 'before'))
      await a.get('a')
      told.length = 0
      await write(b)
      expectSame(`told of ${kind}`, told.some(isOfA), true)
      expectSame(`get("a") after ${kind}`, await a.get('a'), await b.get('a'))
      expectSame(`rulesOf("a") after ${kind}`, await a.rulesOf('a'), await b.rulesOf('a'))
    }
  })

  shared('tells nobody who has stopped watching', async (a, b) => {
    const told: StoreChange[] = []
    const stop = a.watch?.((change) => told.push(change))
    stop?.()
    await b.put(endpoint('a'))
    expectSame('told', told, [])
  })

  shared('tells in time of a write that overtakes a read', async (a, b) => {
    const cache = createCache(a)
    for (let i = 0; i < 200; i++) {
      const write = b.put(endpoint('a', { data: String(i) }))
      // Some reads begin before the write takes effect, and some after it.
      const reads = Array.from({ length: 4 }, async (_, turns) => {
        for (let turn = 0; turn < turns * turns; turn++) await undefined
        return cache.get('a')
      })
      await Promise.all([write, ...reads])
      expectSame('what is kept of "a"', (await cache.get('a'))?.data, String(i))
    }
  })

  shared('tells in time of a write that follows one of its own', async (a, b) => {
    const caches = [createCache(a), createCache(b)] as const
    for (let i = 0; i < 100; i++) {
      const add = async (cache: Cache, who: string): Promise<void> => {
        await cache.put('a', `["${who}",${i}]`)
        await cache.get('a')
      }
      await Promise.all([add(caches[0], 'a'), add(caches[1], 'b')])
      const [one, other] = await Promise.all(caches.map((cache) => cache.get('a')))
      expectSame('what two stores keep of "a"', one?.data, other?.data)
      expectSame('what is kept of "a"', one?.data, (await a.get('a'))?.data)
    }
  })
}

/** Writes that change `a`, which has an endpoint and a rule before each of them. */
const writes: [string, (store: EndpointStore) => Promise<unknown>][] = [
  ['a put', (store) => store.put(endpoint('a', { data: '"after"' }))],
  ['a remove', (store) => store.remove('a')],
  ['a clear', (store) => store.clear()],
  ['a put of a rule', (store) => store.putRule(rule('r', 'a', 'after'))],
  ['another rule', (store) => store.putRule(rule('s', 'a'))],
  ['a removed rule', (store) => store.removeRule('r')],
  ['cleared rules', (store) => store.clearRules('a')],
  ['all rules cleared', (store) => store.clearRules()],
  ['a put of many', (store) => store.putAll([endpoint('b'), endpoint('a')], [rule('s', 'a')])],
]

function listenTo(store: EndpointStore): StoreChange[] {
  const told: StoreChange[] = []
  expectSame('whether there is `watch`', typeof store.watch, 'function')
  store.watch?.((change) => told.push(change))
  return told
}

function isOfA(change: StoreChange): boolean {
  return change.kind === 'all' || change.name === 'a'
}

type Cache = ReturnType<typeof createCache>

/** Caches reads until the store reports a change, or the cache makes one, as a service does. */
function createCache(store: EndpointStore) {
  type Found = Awaited<ReturnType<EndpointStore['get']>>
  const kept = new Map<string, Found>()
  const loading = new Map<string, symbol>()

  function drop(name?: string): void {
    if (name === undefined) {
      kept.clear()
      loading.clear()
    } else {
      kept.delete(name)
      loading.delete(name)
    }
  }

  store.watch?.((change) => drop(change.kind === 'all' ? undefined : change.name))
  return {
    async get(name: string): Promise<Found> {
      if (kept.has(name)) return kept.get(name)
      const load = Symbol()
      loading.set(name, load)
      const found = await store.get(name)
      if (loading.get(name) === load) kept.set(name, found)
      return found
    },
    async put(name: string, data: string): Promise<void> {
      await store.put(endpoint(name, { data })).finally(() => drop(name))
    },
  }
}
