/**
 * The store in memory, for tests and for a daemon started with --memory.
 *
 * @module @mock-endpoint/core/memory
 */
import { type Budget, createBudget } from './memory/budget.ts'
import { createMemoryEndpoints, type MemoryEndpoints } from './memory/endpoints.ts'
import { createMemoryRules, type MemoryRules } from './memory/rules.ts'
import type { Endpoint } from './model/endpoint/endpoint.ts'
import { type EndpointStore, type StoredRule, StoreError } from './model/store/store.ts'

export type { Endpoint } from './model/endpoint/endpoint.ts'
export type {
  Awaitable,
  EndpointStore,
  NameRange,
  StoreChange,
  StoredRule,
} from './model/store/store.ts'

/** Names per page: many, so that a reader waits for few pages, but not so many that they block. */
const pageOfNames = 1_000

/** The options of a store in memory. */
export interface MemoryStoreOptions {
  /**
   * Maximum memory of its endpoints and rules, in bytes. A write that would exceed it is refused
   * with a `StoreError` (`full`). Default: 256 MiB.
   */
  readonly maxBytes?: number | undefined
}

/** Creates an empty store in memory. Its contents are lost when the process ends. */
export function createMemoryStore({
  maxBytes = 256 * 1024 * 1024,
}: MemoryStoreOptions = {}): EndpointStore {
  const budget = createBudget(maxBytes)
  const stored: Stored = {
    budget,
    endpoints: createMemoryEndpoints(budget.openAccount()),
    rules: createMemoryRules(budget.openAccount()),
  }
  let isClosed = false

  function opened(): Stored {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    return stored
  }

  return {
    kind: 'memory',
    ...endpointCalls(opened),
    ...ruleCalls(opened),
    putAll: async (endpoints, rules) => putAll(opened(), endpoints, rules),
    async check() {
      opened()
    },
    async close() {
      isClosed = true
    },
  }
}

interface Stored {
  readonly budget: Budget
  readonly endpoints: MemoryEndpoints
  readonly rules: MemoryRules
}

/** Writes endpoints and rules. Throws, before it writes any, if there is not room for all. */
function putAll(
  { budget, ...stored }: Stored,
  endpoints: readonly Endpoint[],
  rules: readonly StoredRule[],
): void {
  const growth = stored.endpoints.growth(endpoints)
  const growthOfRules = stored.rules.growth(rules)
  budget.admit(growth + growthOfRules)
  stored.endpoints.putAll(endpoints, growth)
  stored.rules.putAll(rules, growthOfRules)
}

/** `opened` throws when the store is closed. */
function endpointCalls(
  opened: () => Stored,
): Pick<EndpointStore, 'get' | 'put' | 'remove' | 'clear' | 'list' | 'names' | 'count'> {
  return {
    get: (name) => opened().endpoints.get(name),
    put: async (endpoint) => putAll(opened(), [endpoint], []),
    async remove(name) {
      const { endpoints, rules } = opened()
      if (!endpoints.remove(name)) return false
      rules.clear(name)
      return true
    },
    async clear() {
      const { endpoints, rules } = opened()
      rules.clear()
      return endpoints.clear()
    },
    async *list(range = {}) {
      for (const name of opened().endpoints.names(range)) {
        const endpoint = opened().endpoints.get(name)
        if (endpoint) yield endpoint
      }
    },
    async *names(range = {}) {
      let page: string[] = []
      for (const name of opened().endpoints.names(range)) {
        if (page.push(name) < pageOfNames) continue
        yield page
        opened()
        page = []
      }
      yield page
    },
    count: async () => opened().endpoints.count(),
  }
}

function ruleCalls(
  opened: () => Stored,
): Pick<
  EndpointStore,
  'putRule' | 'removeRule' | 'clearRules' | 'getRule' | 'rulesOf' | 'namesWithRules' | 'countRules'
> {
  return {
    putRule: async (rule) => putAll(opened(), [], [rule]),
    removeRule: async (id) => opened().rules.remove(id),
    clearRules: async (endpoint) => opened().rules.clear(endpoint),
    getRule: (id) => opened().rules.get(id),
    rulesOf: (endpoint) => [...opened().rules.of(endpoint)],
    async *namesWithRules(range = {}) {
      for (const name of opened().rules.names(range)) {
        yield name
        opened()
      }
    },
    countRules: (endpoint) => opened().rules.count(endpoint),
  }
}
