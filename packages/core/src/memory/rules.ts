// The rules of a store in memory.
import type { StoredRule } from '../model/rule.ts'
import { createRuleIndex, type RuleIndex } from '../model/rule-index.ts'
import { type Account, sizeOfRule } from './budget.ts'

export interface MemoryRules extends Pick<RuleIndex<StoredRule>, 'get' | 'of' | 'names' | 'count'> {
  put(rule: StoredRule): void
  remove(id: string): boolean
  /** Removes the rules of an endpoint, or all. Returns how many there were. */
  clear(endpoint?: string): number
}

export function createMemoryRules(account: Account): MemoryRules {
  const index = createRuleIndex<StoredRule>()

  function remove(id: string): boolean {
    const former = index.remove(id)
    account.free(sizeOfRule(former))
    return former !== undefined
  }

  return {
    get: index.get,
    of: index.of,
    names: index.names,
    count: index.count,
    put(rule) {
      account.replace(sizeOfRule(index.get(rule.id)), sizeOfRule(rule))
      index.put(rule)
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
