import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { Reply } from './reply.ts'

/** A call of the store that the test ends. A write takes effect then, even if it fails. */
interface Call {
  succeed(): void
  fail(error: Error): void
}

interface Held {
  readonly store: EndpointStore
  /** The stored endpoints by name. */
  readonly endpoints: Map<string, Endpoint>
  readonly reads: Call[]
  readonly writes: Call[]
}

/** Creates a store whose calls the test ends. A read returns what was stored when it began. */
function createHeldStore(...stored: Endpoint[]): Held {
  const endpoints = new Map(stored.map((endpoint) => [endpoint.name, endpoint]))
  const reads: Call[] = []
  const writes: Call[] = []
  function hold<T>(calls: Call[], take: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        take()
        reject(error)
      }
      calls.push({ succeed: () => resolve(take()), fail })
    })
  }
  const store: EndpointStore = {
    ...createMemoryStore(),
    get(name) {
      const found = endpoints.get(name)
      return hold(reads, () => found)
    },
    put: (endpoint) => hold(writes, () => void endpoints.set(endpoint.name, endpoint)),
    remove: (name) => hold(writes, () => endpoints.delete(name)),
    clear: () =>
      hold(writes, () => {
        const { size } = endpoints
        endpoints.clear()
        return size
      }),
  }
  return { store, endpoints, reads, writes }
}

function endpoint(name: string, data: string): Endpoint {
  return { name, data, statusCode: 200, delay: 0 }
}

const cacheBytes = 6_000
/** Two of these fit into the cache, three do not. */
const large = 'x'.repeat(2_000)
const tooLarge = 'x'.repeat(6_000)

/** Returns a registry that has `a`, stored as 1, in its cache. */
async function withCached(held: Held): Promise<Registry> {
  held.endpoints.set('a', endpoint('a', '1'))
  const registry = createRegistry({ store: held.store, cacheBytes })
  const found = registry.find('a')
  held.reads.pop()?.succeed()
  await found
  expect(registry.find('a')).toMatchObject({ body: '1' })
  return registry
}

/** Returns the text of a name, and ends its read of the store if there is one. */
async function findNow(registry: Registry, { reads }: Held, name: string): Promise<unknown> {
  const found = registry.find(name)
  expect(reads).toHaveLength(found instanceof Promise ? 1 : 0)
  for (const read of reads.splice(0)) read.succeed()
  return textOf(await found)
}

function textOf(reply: Reply | undefined): string | undefined {
  return reply && (reply.body instanceof Uint8Array ? decode(reply.body) : (reply.body ?? ''))
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function add(registry: Registry, { writes }: Held, added: Endpoint): Promise<void> {
  const adding = registry.add(added)
  writes.pop()?.succeed()
  await adding
}

/** Writes that change `a`, and its data after them. */
const writes: [string, (registry: Registry) => Promise<unknown>, string | undefined][] = [
  ['an add', (registry) => registry.add(endpoint('a', '2')), '2'],
  ['an add too large to keep', (registry) => registry.add(endpoint('a', tooLarge)), tooLarge],
  ['a remove', (registry) => registry.remove('a'), undefined],
  ['a clear', (registry) => registry.clear(), undefined],
]

describe('a registry', () => {
  test('an added endpoint is found without a promise', async () => {
    const held = createHeldStore()
    const registry = createRegistry({ store: held.store, cacheBytes })
    await add(registry, held, endpoint('a', '1'))
    expect(registry.find('a')).toMatchObject({ body: '1', status: 200 })
    expect(held.reads).toEqual([])
  })

  test('an endpoint is found without a promise if the store reads it without one', async () => {
    const store = createMemoryStore()
    await store.put(endpoint('a', '1'))
    const registry = createRegistry({ store, cacheBytes })
    expect(registry.find('a')).toMatchObject({ body: '1' })
    expect(registry.find('b')).toBeUndefined()
  })

  test('finding a name twice at the same time reads it once, and it is cached', async () => {
    const held = createHeldStore(endpoint('a', '1'))
    const registry = createRegistry({ store: held.store, cacheBytes })
    const both = Promise.all([registry.find('a'), registry.find('a')])
    expect(held.reads).toHaveLength(1)
    held.reads[0]?.succeed()
    expect(await both).toMatchObject([{ body: '1' }, { body: '1' }])
    expect(registry.find('a')).toMatchObject({ body: '1' })
  })

  test('names that differ only in a byte order mark are different endpoints', async () => {
    const registry = createRegistry({ store: createMemoryStore(), cacheBytes })
    await registry.add(endpoint('a', '1'))
    await registry.add(endpoint('\uFEFFa', '2'))
    expect(registry.find('a')).toMatchObject({ body: '1' })
    expect(registry.find('\uFEFFa')).toMatchObject({ body: '2' })
  })

  test('an endpoint that is an instance of a class is found', () => {
    class Stored implements Endpoint {
      readonly #data = '1'
      get name(): string {
        return 'a'
      }
      get data(): string {
        return this.#data
      }
      readonly statusCode = 200
      readonly delay = 0
    }
    const store = { ...createMemoryStore(), get: () => new Stored() }
    expect(createRegistry({ store, cacheBytes }).find('a')).toMatchObject({ name: 'a', body: '1' })
  })

  test('missing endpoints and failed reads are not cached', async () => {
    const held = createHeldStore()
    const registry = createRegistry({ store: held.store, cacheBytes })
    expect(await findNow(registry, held, 'a')).toBeUndefined()
    held.endpoints.set('a', endpoint('a', '1'))
    const failed = Promise.allSettled([registry.find('a'), registry.find('a')])
    const reason = new Error('unreadable')
    held.reads.pop()?.fail(reason)
    expect(await failed).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    expect(await findNow(registry, held, 'a')).toBe('1')
  })

  test('a changed endpoint is found only when the store has written it', async () => {
    const held = createHeldStore()
    const registry = await withCached(held)
    const adding = registry.add(endpoint('a', '2'))
    expect(registry.find('a')).toMatchObject({ body: '1' })
    held.writes[0]?.succeed()
    await adding
    expect(registry.find('a')).toMatchObject({ body: '2' })
  })

  test.each(writes)('the result of %s is found', async (_, write, left) => {
    const held = createHeldStore()
    const registry = await withCached(held)
    const writing = write(registry)
    held.writes[0]?.succeed()
    await writing
    expect(await findNow(registry, held, 'a')).toBe(left)
  })

  test.each(writes)('the result of %s is found, not an older read', async (_, write, left) => {
    const held = createHeldStore(endpoint('a', '1'))
    const registry = createRegistry({ store: held.store, cacheBytes })
    const older = registry.find('a')
    const writing = write(registry)
    held.writes[0]?.succeed()
    await writing
    const newer = registry.find('a')
    held.reads.shift()?.succeed()
    expect(textOf(await older)).toBe('1')
    expect(await findNow(registry, held, 'a')).toBe(left)
    expect(textOf(await newer)).toBe(left)
  })

  test.each(writes)('the result of %s is found even if it failed', async (_, write, left) => {
    const held = createHeldStore()
    const registry = await withCached(held)
    const failed = expect(write(registry)).rejects.toThrow('no response')
    held.writes[0]?.fail(new Error('no response'))
    await failed
    expect(await findNow(registry, held, 'a')).toBe(left)
  })

  test('a full cache drops the endpoint that was not found again', async () => {
    const held = createHeldStore()
    const registry = createRegistry({ store: held.store, cacheBytes })
    for (const name of ['a', 'b']) await add(registry, held, endpoint(name, large))
    expect(registry.find('a')).not.toBeInstanceOf(Promise)
    await add(registry, held, endpoint('c', large))
    const cached = ['a', 'c', 'b'].filter((name) => !(registry.find(name) instanceof Promise))
    expect(cached).toEqual(['a', 'c'])
    expect(held.reads).toHaveLength(1)
  })

  test('up to three near names of an unknown name are returned, nearest first', async () => {
    const store = createMemoryStore()
    for (const name of ['order', 'orderss', 'users', 'Orders', 'orders2']) {
      await store.put(endpoint(name, '1'))
    }
    const near = await createRegistry({ store, cacheBytes }).near('orders')
    expect(near).toEqual(['Orders', 'order', 'orders2'])
  })

  test('near names are found after 1,500 others, also with another beginning', async () => {
    const store = createMemoryStore()
    for (let i = 0; i < 1_500; i++) await store.put(endpoint(`name-${i}`, '1'))
    for (const name of ['Borders', 'orders']) await store.put(endpoint(name, '1'))
    const near = await createRegistry({ store, cacheBytes }).near('order')
    expect(near).toEqual(['orders', 'Borders'])
  })

  test('finding near names reads at most 2,000 names', async () => {
    let read = 0
    const store: EndpointStore = {
      ...createMemoryStore(),
      async *names({ prefix = '' } = {}) {
        for (let i = 0; i < 5_000; i++, read++) yield [`${prefix}${i}`]
      },
    }
    await createRegistry({ store, cacheBytes }).near('orders')
    expect(read).toBeLessThanOrEqual(2_000)
    expect(read).toBeGreaterThan(0)
  })
})
