// Temporary rules of services that share a store. The store keeps them with the permanent rules and
// counts their uses by all services. A single service keeps them in memory (`next-rules.ts`).
import type { StoredRule } from '../../model/rule/rule.ts'

/** Keeps temporary rules for all services that share a store, and counts their uses. */
export interface CountedRules {
  /**
   * Takes one of the `most` uses of a rule, and removes the rule with the last one. Resolves to the
   * number of earlier uses, or to `undefined` if the rule is gone or another rule has its id.
   */
  use(rule: StoredRule, most: number): Promise<number | undefined>
  /** Resolves to how often each of these rules was used. */
  uses(ids: readonly string[]): Promise<readonly number[]>
  /** Resolves to a rule that was used up recently. */
  spent(id: string): Promise<StoredRule | undefined>
  /** Resolves to the recently used-up rules of an endpoint, or all: latest first, at most 100. */
  usedUp(endpoint?: string): Promise<readonly StoredRule[]>
  /** Removes all temporary rules, and forgets those that were used up. */
  reset(): Promise<void>
}
