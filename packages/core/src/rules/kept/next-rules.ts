// The temporary rules, in memory: about the next few requests, and gone when they are used up.
import type { ListedRule, Rule } from '../../model/rule/rule.ts'
import { createActiveRule, leftOf, type NextRule, toListed } from '../active-rule.ts'
import { createRuleList, type RuleList } from './rule-list.ts'
import { createSpentRules } from './spent-rules.ts'

export interface NextRules {
  /** Those of an endpoint, oldest first; `undefined` when there are none. */
  of(endpoint: string): RuleList<NextRule> | undefined
  /** Behind the others of its endpoint, or in place of that with its id. */
  add(rule: Rule, weight: number): void
  /** Whether it is there, and has requests left to answer. */
  isLeft(rule: NextRule): boolean
  /** Notes that one answers a request. */
  use(rule: NextRule): void
  /** Notes that its function is asked to answer a request: until it is known, the rule stays. */
  ask(rule: NextRule): void
  /** Notes whether the function answered. */
  settle(rule: NextRule, hasAnswered: boolean): void
  /** One that has requests left to answer. */
  find(id: string): Rule | undefined
  /** One that is there, or was used up not long ago. */
  get(id: string): ListedRule | undefined
  remove(id: string): boolean
  /** Of one endpoint, or all, those that were used up too. Returns how many were not. */
  clear(endpoint?: string): number
  /** Those of an endpoint, or all, that were used up not long ago: the last one first. */
  usedUp(endpoint?: string): readonly ListedRule[]
  names(): string[]
  all(): ListedRule[]
  readonly count: number
  /** How many bytes of memory they take. */
  readonly weight: number
  /** How many one takes; 0 when it is not there. */
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
