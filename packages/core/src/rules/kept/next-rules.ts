// Temporary rules in memory. They cover the next few requests, and are removed when used up.
import type { ListedRule, Rule } from '../../model/rule/rule.ts'
import { createActiveRule, leftOf, type NextRule, toListed } from '../active-rule.ts'
import { createRuleList, type RuleList } from './rule-list.ts'
import { createSpentRules } from './spent-rules.ts'

export interface NextRules {
  /** Returns the rules of an endpoint, oldest first; `undefined` if it has none. */
  of(endpoint: string): RuleList<NextRule> | undefined
  /** Adds a rule after the others of its endpoint, or in place of the one with its id. */
  add(rule: Rule, weight: number): void
  /** Whether a rule has not been removed and has requests left to answer. */
  isLeft(rule: NextRule): boolean
  /** Counts a request that the rule answers. */
  use(rule: NextRule): void
  /** Counts a request that the rule's function is called for. The rule stays until `settle`. */
  ask(rule: NextRule): void
  /** Ends an `ask`. The request does not count if the function did not answer it. */
  settle(rule: NextRule, hasAnswered: boolean): void
  /** Returns a rule that has not been removed. */
  find(id: string): Rule | undefined
  /** Returns a rule that has not been removed, or was used up recently. */
  get(id: string): ListedRule | undefined
  remove(id: string): boolean
  /** Removes the rules of an endpoint, or all, and returns how many. Forgets used-up ones too. */
  clear(endpoint?: string): number
  /** Returns the recently used-up rules of an endpoint, or all, latest first. */
  usedUp(endpoint?: string): readonly ListedRule[]
  names(): string[]
  all(): ListedRule[]
  readonly count: number
  /** Memory that the rules use, in bytes. */
  readonly weight: number
  /** Returns the memory that one rule uses, in bytes; 0 if there is no such rule. */
  weightOf(id: string): number
}

export function createNextRules(): NextRules {
  const byEndpoint = new Map<string, RuleList<NextRule>>()
  const byId = new Map<string, NextRule>()
  const spent = createSpentRules()
  let weight = 0

  function takeOut(rule: NextRule): void {
    const { endpoint, id } = rule.rule
    const list = byEndpoint.get(endpoint)
    list?.remove(rule)
    if (list?.size === 0) byEndpoint.delete(endpoint)
    byId.delete(id)
    weight -= rule.weight
  }

  function isLeft({ rule, used }: NextRule): boolean {
    return leftOf(rule, used) !== 0
  }

  function takeOutSpent(next: NextRule): void {
    if (next.asked > 0 || isLeft(next) || byId.get(next.rule.id) !== next) return
    takeOut(next)
    spent.add(next)
  }

  function clear(endpoint?: string): number {
    const before = byId.size
    const doomed = endpoint === undefined ? byId.values() : (byEndpoint.get(endpoint) ?? [])
    for (const rule of [...doomed]) takeOut(rule)
    spent.clear(endpoint)
    return before - byId.size
  }

  return {
    of: (endpoint) => byEndpoint.get(endpoint),
    add(rule, given) {
      const next: NextRule = { ...createActiveRule(rule), used: 0, asked: 0, weight: given }
      const former = byId.get(rule.id)
      if (former?.rule.endpoint === rule.endpoint) weight -= former.weight
      else if (former) takeOut(former)
      const list = byEndpoint.get(rule.endpoint) ?? createRuleList<NextRule>()
      byEndpoint.set(rule.endpoint, list)
      list.add(next)
      byId.set(rule.id, next)
      spent.delete(rule.id)
      weight += given
    },
    isLeft: (next) => byId.get(next.rule.id) === next && isLeft(next),
    use(next) {
      next.used += 1
      takeOutSpent(next)
    },
    ask(next) {
      next.used += 1
      next.asked += 1
    },
    settle(next, hasAnswered) {
      next.asked -= 1
      if (!hasAnswered) next.used -= 1
      takeOutSpent(next)
    },
    find: (id) => byId.get(id)?.rule,
    get(id) {
      const next = byId.get(id)
      return next ? toListed(next.rule, next.used) : spent.get(id)
    },
    remove(id) {
      spent.delete(id)
      const next = byId.get(id)
      if (next) takeOut(next)
      return next !== undefined
    },
    clear,
    usedUp: spent.list,
    names: () => [...byEndpoint.keys()],
    all: () => [...byId.values()].map(({ rule, used }) => toListed(rule, used)),
    get count() {
      return byId.size
    },
    get weight() {
      return weight
    },
    weightOf: (id) => byId.get(id)?.weight ?? 0,
  }
}
