// Counts how often rules answer: when one is chosen, or when its function has answered.
import { type ActiveRule, leftOf, type NextRule, type ResponseFunction } from '../active-rule.ts'
import type { NextRules } from './next-rules.ts'
import type { RuleFunctions } from './rule-functions.ts'
import type { UseCounts } from './use-counts.ts'

export interface Uses {
  /** Whether a temporary rule is used up. */
  isOver(rule: ActiveRule | NextRule): boolean
  /** Counts a request that a rule answers. */
  count(rule: ActiveRule | NextRule): void
  /**
   * Wraps the function of a rule, to count a request when it answers or fails. While a call may
   * be the last one of its rule, the rule takes no other request. It does again if the function
   * returns `undefined`.
   */
  counting(rule: ActiveRule | NextRule, response: ResponseFunction): ResponseFunction
}

export interface UsesOptions {
  readonly next: NextRules
  /** How often each permanent rule was used. */
  readonly used: UseCounts
  readonly functions: RuleFunctions
}

export function createUses({ next, used, functions }: UsesOptions): Uses {
  function settle(active: ActiveRule | NextRule, hasAnswered: boolean): void {
    const { rule } = active
    if ('used' in active) {
      next.settle(active, hasAnswered)
      if (leftOf(rule, active.used) === 0 && next.find(rule.id) === undefined) {
        functions.delete(rule.id)
      }
    } else if (hasAnswered) used.add(rule)
  }

  return {
    isOver: (active) => 'used' in active && !next.isLeft(active),
    count(active) {
      if ('used' in active) next.use(active)
      else used.add(active.rule)
    },
    counting(active, response) {
      if ('used' in active) next.ask(active)
      return async (request, parameters) => {
        let hasAnswered = true
        try {
          const made = await response(request, parameters)
          hasAnswered = made !== undefined
          return made
        } finally {
          settle(active, hasAnswered)
        }
      }
    },
  }
}
