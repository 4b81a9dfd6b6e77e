// The endpoints as the app sees them: the store, and in front of it a cache of ready replies.
import { type Awaitable, isPromiseLike } from '../model/awaitable.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { nearMisses } from '../model/near-miss.ts'
import type { EndpointStore, NameRange } from '../model/store.ts'
import { copyText } from '../model/utf8.ts'
import { createToReply, type Reply } from './reply.ts'
import { createReplyCache } from './reply-cache.ts'

export interface Registry {
  /** What the endpoint of that name answers: without a promise when it is cached or at hand. */
  find(name: string): Awaitable<Reply | undefined>
  /** Resolves when the store has it; it is visible from then on. */
  add(endpoint: Endpoint): Promise<void>
  /** The record itself, from the store. */
  get(name: string): Awaitable<Endpoint | undefined>
  /** The records of a range, in the order of their names. */
  list(range: NameRange): AsyncIterable<Endpoint>
  /** Resolves to whether there was one. */
  remove(name: string): Promise<boolean>
  /** Resolves to how many there were. */
  clear(): Promise<number>
  count(): Promise<number>
  /** Up to three names like this one, among a thousand that begin alike and the first thousand. */
  near(name: string): Promise<string[]>
}

export interface RegistryOptions {
  readonly store: EndpointStore
  /** How many bytes the cache may take. */
  readonly cacheBytes: number
}

const namesToCompare = 1000

export function createRegistry({ store, cacheBytes }: RegistryOptions): Registry {
  const toReply = createToReply()
  const cache = createReplyCache(cacheBytes)
  /** Reads under way. A write takes its name out: what was read before it is not kept. */
  const loading = new Map<string, Promise<Reply | undefined>>()
  /** The last write that was called for each name: an add that was overtaken is not kept. */
  const writing = new Map<string, symbol>()

  function load(name: string): Awaitable<Reply | undefined> {
    const found = store.get(name)
    if (!isPromiseLike(found)) return found && keep(found)
    const load: Promise<Reply | undefined> = Promise.resolve(found)
      .then((endpoint) => endpoint && (loading.get(name) === load ? keep : toReply)(endpoint))
      .finally(() => {
        if (loading.get(name) === load) loading.delete(name)
      })
    loading.set(name, load)
    return load
  }

  function keep({ name, data, statusCode, delay }: Endpoint): Reply {
    // A store may hand back the name that it was asked for, which is a part of a URL.
    const reply = toReply({ name: copyText(name), data, statusCode, delay })
    cache.set(reply)
    return reply
  }

  /**
   * Waits for a write and forgets its name, as one that was refused may have happened too. Resolves
   * to whether no later write of that name was called meanwhile.
   */
  async function settled(name: string, write: Promise<unknown>): Promise<boolean> {
    const turn = Symbol(name)
    writing.set(name, turn)
    try {
      await write
      return writing.get(name) === turn
    } finally {
      loading.delete(name)
      cache.delete(name)
      if (writing.get(name) === turn) writing.delete(name)
    }
  }

  return {
    find: (name) => cache.get(name) ?? loading.get(name) ?? load(name),
    async add(endpoint) {
      if (await settled(endpoint.name, store.put(endpoint))) keep(endpoint)
    },
    get: (name) => store.get(name),
    list: (range) => store.list(range),
    async remove(name) {
      const removal = store.remove(name)
      await settled(name, removal)
      return removal
    },
    async clear() {
      // None of the writes that were called before is the last one any more.
      writing.clear()
      return store.clear().finally(() => {
        loading.clear()
        cache.clear()
      })
    },
    count: () => store.count(),
    async near(name) {
      const start = [...name].slice(0, 3).join('')
      const alike = await take(store.names({ prefix: start }), namesToCompare)
      const first = await take(store.names(), namesToCompare)
      return nearMisses(name, new Set([...alike, ...first]), 3)
    },
  }
}

async function take(names: AsyncIterable<string>, count: number): Promise<string[]> {
  const taken: string[] = []
  for await (const name of names) if (taken.push(name) === count) break
  return taken
}
