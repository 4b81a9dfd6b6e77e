// The endpoints as the app sees them: the store, with ready replies in front of it.
import type { Awaitable } from '../model/awaitable.ts'
import type { Endpoint } from '../model/endpoint.ts'
import type { EndpointStore, NameRange } from '../model/store.ts'
import { createNearNames, type NearNames } from './near-names.ts'
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
  /** Names like this one, among those that begin alike and the first ones, if that is quick. */
  readonly near: NearNames
}

export interface RegistryOptions {
  readonly store: EndpointStore
  /** How many bytes the cache may take. */
  readonly cacheBytes: number
}

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
    near: createNearNames(store),
  }
}
