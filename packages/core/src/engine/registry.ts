// The endpoints as the app sees them: the store, with ready replies in front of it.
import type { Awaitable } from '../model/awaitable.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { nearMisses } from '../model/near-miss.ts'
import type { EndpointStore, NameRange } from '../model/store.ts'
import { createReadyReplies } from './ready-replies.ts'
import type { Reply } from './reply.ts'
import { createUnreadableNames, notingUnreadable } from './unreadable-names.ts'

export interface Registry {
  /** What the endpoint of that name answers: without a promise when it is cached or at hand. */
  find(name: string): Awaitable<Reply | undefined>
  /** Resolves when the store has it; it is visible from then on. */
  add(endpoint: Endpoint): Promise<void>
  /** The record itself, from the store. */
  get(name: string): Awaitable<Endpoint | undefined>
  /** The records of a range in the order of their names, without those that cannot be read. */
  list(range: NameRange, onUnreadable: (name: string) => void): AsyncIterable<Endpoint>
  /** Names whose records could not be read, by any of these methods, and still cannot. */
  unreadable(): Promise<readonly string[]>
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
  const fromStore: EndpointStore['get'] = (name) => store.get(name)
  const unreadable = createUnreadableNames(fromStore)
  const get = notingUnreadable(fromStore, unreadable.add)
  const replies = createReadyReplies(get, cacheBytes)

  return {
    find: replies.find,
    add: async (endpoint) => replies.afterWrite(endpoint.name, store.put(endpoint), endpoint),
    get,
    list: (range, onUnreadable) =>
      store.list(range, (name) => {
        unreadable.add(name)
        onUnreadable(name)
      }),
    unreadable: unreadable.still,
    remove: async (name) => replies.afterWrite(name, store.remove(name)),
    clear: async () => replies.afterClear(store.clear()),
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
