// How often rules answer: counted when one is chosen, or when its function has answered.
import { type ActiveRule, leftOf, type NextRule, type ResponseFunction } from '../active-rule.ts'
import type { NextRules } from './next-rules.ts'
import type { RuleFunctions } from './rule-functions.ts'
import type { UseCounts } from './use-counts.ts'

export interface Uses {
  /** Whether a temporary rule is used up. */
  isOver(rule: ActiveRule | NextRule): boolean
  /** Counts a rule that answers a request. */
  count(rule: ActiveRule | NextRule): void
  /**
   * The function of a rule, counted when it answers or fails. One for which the rule has no requests
   * left while it is asked is not asked again before it has returned `undefined`.
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
