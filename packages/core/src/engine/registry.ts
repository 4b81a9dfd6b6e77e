// The endpoints as the app sees them: the store, with ready replies in front of it.

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
  /** What the endpoint of that name answers: without a promise when it is cached or at hand. */
  find(name: string): Awaitable<Reply | undefined>
  /** Resolves when the store has it; it is visible from then on. */
  add(endpoint: Endpoint): Promise<void>
  /** Adds all of these, or none. Resolves when the store has them; they are visible from then on. */
  addAll(endpoints: readonly Endpoint[], rules: readonly NewRule[]): Promise<void>
  /** The record itself, from the store. */
  get(name: string): Awaitable<Endpoint | undefined>
  /** The records of a range in the order of their names, without those that cannot be read. */
  list(range: NameRange, onUnreadable: (name: string) => void): AsyncIterable<Endpoint>
  /** The names of a range in order, without reading the records, many at a time. */
  names(range: NameRange): AsyncIterable<readonly string[]>
  /** Up to 100 names whose records, or rules, could not be read, and still cannot. */
  unreadable(): Promise<readonly string[]>
  /** The rules of an endpoint were found to be unreadable. */
  foundUnreadableRules(name: string): void
  /** Resolves to whether there was one. */
  remove(name: string): Promise<boolean>
  /** Resolves to how many there were. */
  clear(): Promise<number>
  count(): Promise<number>
  /** How many bytes of a request's body its rules may look at; no end when they may forward it. */
  matchedBytes(name: string): number
  readonly rules: Rules
  /** Up to three names like this one, nearest first. */
  near(name: string): Promise<string[]>
}

export interface RegistryOptions {
  readonly store: EndpointStore
  /** How many bytes the cache may take. */
  readonly cacheBytes: number
  /** What the chances of rules are drawn from. Default: any. */
  readonly seed?: number | undefined
  /** Keeps and counts the temporary rules for several services. Default: they are in memory. */
  readonly counted?: CountedRules | undefined
  /** Is told of each rule that was recorded, and again when it has another response. Default: nobody is. */
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

/** Whether an endpoint may have permanent rules, without reading them. */
function mayHave(store: EndpointStore, name: string): boolean {
  try {
    const count = store.countRules(name)
    if (!isPromiseLike(count)) return count > 0
    // Whoever reads them for a response hears of a failure.
    count.then(undefined, () => {})
    return true
  } catch {
    return false
  }
}
