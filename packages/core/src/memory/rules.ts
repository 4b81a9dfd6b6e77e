// The rules of a store in memory.
import type { StoredRule } from '../model/rule/rule.ts'
import { createRuleIndex, type RuleIndex } from '../model/rule/rule-index.ts'
import { type Account, growthOf, sizeOfRule } from './budget.ts'

export interface MemoryRules extends Pick<RuleIndex<StoredRule>, 'get' | 'of' | 'names' | 'count'> {
  /** Returns the growth in bytes if these replace the former ones. */
  growth(rules: readonly StoredRule[]): number
  /** `growth` must be the result of `growth()` for them. */
  putAll(rules: readonly StoredRule[], growth: number): void
  remove(id: string): boolean
  /** Removes the rules of an endpoint, or all. Returns how many there were. */
  clear(endpoint?: string): number
}

export function createMemoryRules(account: Account): MemoryRules {
  const index = createRuleIndex<StoredRule>()

  function remove(id: string): boolean {
    const former = index.remove(id)
    account.add(-sizeOfRule(former))
    return former !== undefined
  }

  return {
    get: index.get,
    of: index.of,
    names: index.names,
    count: index.count,
    growth: (rules) =>
      growthOf(rules, { keyOf: ({ id }) => id, sizeOf: sizeOfRule, former: index.get }),
    putAll(rules, growth) {
      account.add(growth)
      for (const rule of rules) index.put(rule)
    },
    remove,
    clear(endpoint) {
      const count = index.count(endpoint)
      if (endpoint === undefined) {
        index.clear()
        account.freeAll()
      } else for (const { id } of [...index.of(endpoint)]) remove(id)
      return count
    },
  }
}
