// The endpoints as the app sees them: the store behind a cache of ready replies.

import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { ListedRule } from '../model/rule/rule.ts'
import type { NewRule } from '../model/rule/rule-schema.ts'
import type { EndpointStore, NameRange } from '../model/store/store.ts'
import { type Awaitable, isPromiseLike } from '../model/time/awaitable.ts'
import type { CountedRules } from '../rules/kept/counted-rules.ts'
import { createRules, type Rules } from '../rules/rules.ts'
import { nearNames } from './near-names.ts'
import { createReadyReplies } from './ready-replies.ts'
import { createReadRules } from './ready-rules.ts'
import type { Reply } from './reply.ts'
import { createUnreadableNames, mostUnreadable, notingUnreadable } from './unreadable-names.ts'

export interface Registry {
  /** Returns the reply of an endpoint, without a promise if the cache or the store has it ready. */
  find(name: string): Awaitable<Reply | undefined>
  /** Adds or replaces an endpoint. Resolves when the store has it. It is visible from then on. */
  add(endpoint: Endpoint): Promise<void>
  /** Adds all of these or none. Resolves when the store has them. They are visible from then on. */
  addAll(endpoints: readonly Endpoint[], rules: readonly NewRule[]): Promise<void>
  /** Returns the endpoint itself, from the store. */
  get(name: string): Awaitable<Endpoint | undefined>
  /** Lists the endpoints of a range in the order of their names, except unreadable ones. */
  list(range: NameRange, onUnreadable: (name: string) => void): AsyncIterable<Endpoint>
  /** Lists the names of a range in order, many at a time, without reading the endpoints. */
  names(range: NameRange): AsyncIterable<readonly string[]>
  /** Resolves to up to 100 names whose endpoint or rules could not be read, and still cannot. */
  unreadable(): Promise<readonly string[]>
  /** Notes that the rules of this endpoint cannot be read. */
  foundUnreadableRules(name: string): void
  /** Removes an endpoint and its rules. Resolves to whether the endpoint existed. */
  remove(name: string): Promise<boolean>
  /** Removes all endpoints and rules. Resolves to the number of removed endpoints. */
  clear(): Promise<number>
  count(): Promise<number>
  /** The bytes of a request body that its rules may read. Infinite if they may forward it. */
  matchedBytes(name: string): number
  readonly rules: Rules
  /** Resolves to up to three similar names, nearest first. */
  near(name: string): Promise<string[]>
}

export interface RegistryOptions {
  readonly store: EndpointStore
  /** Maximum memory of the cache, in bytes. */
  readonly cacheBytes: number
  /** The seed of random numbers in rules, such as chances. Default: a random seed. */
  readonly seed?: number | undefined
  /** Keeps and counts temporary rules for several services. Default: they are kept in memory. */
  readonly counted?: CountedRules | undefined
  /** Called with each recorded rule, and again when it gets another response. Default: none. */
  readonly onRecorded?: ((rule: ListedRule) => void) | undefined
}

export function createRegistry({
  store,
  cacheBytes,
  seed,
  counted,
  onRecorded,
}: RegistryOptions): Registry {
  const fromStore: EndpointStore['get'] = (name) => store.get(name)
  const unreadable = createUnreadableNames(fromStore)
  const get = notingUnreadable(fromStore, unreadable.add)
  const readRules = createReadRules(store)
  const unreadableRules = createUnreadableNames(readRules, store.unreadableRules)
  const rulesOf = notingUnreadable(readRules, unreadableRules.add)
  const isShared = store.watch !== undefined
  const mayHaveRules = (name: string): boolean => mayHave(store, name)
  const replies = createReadyReplies({ get, rulesOf, mayHaveRules, cacheBytes, isShared })
  const rules = createRules({
    store,
    seed,
    counted,
    onRecorded,
    write: (name, write, rule) =>
      name === undefined ? replies.writeAll(write) : replies.write(name, write, { rule }),
  })

  store.watch?.((change) => {
    const name = change.kind === 'changed' ? change.name : undefined
    replies.drop(name)
    if (change.hasOtherRules ?? true) rules.forgetUses(name)
  })

  return {
    find: replies.find,
    add: (endpoint) => replies.write(endpoint.name, () => store.put(endpoint), { endpoint }),
    addAll: (endpoints, given) =>
      rules.addAll(given, async (permanent, changed) => {
        if (endpoints.length === 0 && permanent.length === 0) return
        const names = endpoints.map(({ name }) => name).concat(changed)
        await replies.writeMany(names, () => store.putAll(endpoints, permanent))
      }),
    get,
    list: (range, onUnreadable) =>
      store.list(range, (name) => {
        unreadable.add(name)
        onUnreadable(name)
      }),
    names: (range) => store.names(range),
    async unreadable() {
      const names = new Set([...(await unreadable.still()), ...(await unreadableRules.still())])
      return [...names].slice(0, mostUnreadable)
    },
    foundUnreadableRules: unreadableRules.add,
    async remove(name) {
      const isRemoved = await replies.write(name, () => store.remove(name))
      if (isRemoved) rules.forget(name)
      return isRemoved
    },
    async clear() {
      const removed = await replies.writeAll(() => store.clear())
      rules.forget()
      return removed
    },
    count: () => store.count(),
    matchedBytes(name) {
      const cached = replies.peek(name)
      const isUnknown = !cached && mayHaveRules(name)
      return isUnknown ? Number.POSITIVE_INFINITY : rules.bodyBytes(name, cached)
    },
    rules,
    near: (name) => nearNames(store, name),
  }
}

/** Whether an endpoint may have stored rules. Does not read them. */
function mayHave(store: EndpointStore, name: string): boolean {
  try {
    const count = store.countRules(name)
    if (!isPromiseLike(count)) return count > 0
    // A failure is reported when the rules are read for a response.
    count.then(undefined, () => {})
    return true
  } catch {
    return false
  }
}
