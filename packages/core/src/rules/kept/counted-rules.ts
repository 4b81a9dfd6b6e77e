// Temporary rules, where several services share a store: kept there with the others, and counted for
// all services together. A service alone keeps them in its memory (`next-rules.ts`).
import type { StoredRule } from '../../model/rule/rule.ts'

/** Keeps temporary rules for all services that share a store, and counts their uses. */
export interface CountedRules {
  /**
   * Takes one of so many uses that a rule has, and removes the rule with the last one. Resolves to how
   * many were taken before; to `undefined` when the rule is gone, or another one has its id.
   */
  use(rule: StoredRule, most: number): Promise<number | undefined>
  /** How often each of these rules was used. */
  uses(ids: readonly string[]): Promise<readonly number[]>
  /** One that was used up not long ago. */
  spent(id: string): Promise<StoredRule | undefined>
  /** Those of an endpoint, or all, that were used up not long ago: the last one first, at most a hundred. */
  usedUp(endpoint?: string): Promise<readonly StoredRule[]>
  /** Removes all temporary rules, and forgets those that were used up. */
  reset(): Promise<void>
}
