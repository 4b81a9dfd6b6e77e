// Finds rules, or where they are stored, by id, and by endpoint in the order they were added.
import { createNameOrder } from '../endpoint/name-order.ts'
import type { NameRange } from '../store/store.ts'

export interface IndexedRule {
  readonly id: string
  readonly endpoint: string
}

export interface RuleIndex<T extends IndexedRule> {
  get(id: string): T | undefined
  /** The rules of an endpoint, oldest first. */
  of(endpoint: string): Iterable<T>
  all(): Iterable<T>
  count(endpoint?: string): number
  /** The endpoints that have rules, in the order of their names. */
  names(range: NameRange): Generator<string>
  /** Adds a rule, or replaces the one with its id, in its place if the endpoint is the same. */
  put(rule: T): void
  /** Removes a rule and returns it. */
  remove(id: string): T | undefined
  clear(): void
}

export function createRuleIndex<T extends IndexedRule>(): RuleIndex<T> {
  const byId = new Map<string, T>()
  const byEndpoint = new Map<string, Map<string, T>>()
  const order = createNameOrder(() => byEndpoint.keys())

  function remove(id: string): T | undefined {
    const rule = byId.get(id)
    if (!rule) return undefined
    byId.delete(id)
    const { endpoint } = rule
    const siblings = byEndpoint.get(endpoint)
    siblings?.delete(id)
    if (siblings?.size === 0) {
      byEndpoint.delete(endpoint)
      order.removed(endpoint)
    }
    return rule
  }

  return {
    get: (id) => byId.get(id),
    of: (endpoint) => byEndpoint.get(endpoint)?.values() ?? [],
    all: () => byId.values(),
    count: (endpoint) =>
      endpoint === undefined ? byId.size : (byEndpoint.get(endpoint)?.size ?? 0),
    names: (range) => order.inRange(range),
    put(rule) {
      const { id, endpoint } = rule
      const former = byId.get(id)
      if (former && former.endpoint !== endpoint) remove(id)
      byId.set(id, rule)
      const siblings = byEndpoint.get(endpoint)
      if (siblings) siblings.set(id, rule)
      else {
        byEndpoint.set(endpoint, new Map([[id, rule]]))
        order.added(endpoint)
      }
      return former
    },
    remove,
    clear() {
      byId.clear()
      byEndpoint.clear()
      order.cleared()
    },
  }
}
