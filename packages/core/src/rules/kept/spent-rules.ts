// The rules that were used up last, with how often each of them was used.
import type { ListedRule } from '../../model/rule/rule.ts'
import { type NextRule, toListed } from '../active-rule.ts'

export interface SpentRules {
  add(rule: NextRule): void
  get(id: string): ListedRule | undefined
  /** Returns the rules of an endpoint, or all, latest first. */
  list(endpoint?: string): readonly ListedRule[]
  delete(id: string): void
  /** Removes the rules of an endpoint, or all. */
  clear(endpoint?: string): void
}

/** Limits on number and memory (in bytes). The latest rule is kept even if it uses more. */
const most = 1000
const mostWeight = 8 * 1024 * 1024

export function createSpentRules(): SpentRules {
  const spent = new Map<string, NextRule>()
  let weight = 0

  function remove(id: string): void {
    weight -= spent.get(id)?.weight ?? 0
    spent.delete(id)
  }

  return {
    add(next) {
      const { id } = next.rule
      remove(id)
      spent.set(id, next)
      weight += next.weight
      for (const oldest of spent.keys()) {
        if (oldest === id || (spent.size <= most && weight <= mostWeight)) return
        remove(oldest)
      }
    },
    get(id) {
      const next = spent.get(id)
      return next && toListed(next.rule, next.used)
    },
    list(endpoint) {
      const listed = [...spent.values()].reverse().map(({ rule, used }) => toListed(rule, used))
      return listed.filter((rule) => endpoint === undefined || rule.endpoint === endpoint)
    },
    delete: remove,
    clear(endpoint) {
      for (const [id, { rule }] of spent) {
        if (endpoint === undefined || rule.endpoint === endpoint) remove(id)
      }
    },
  }
}
