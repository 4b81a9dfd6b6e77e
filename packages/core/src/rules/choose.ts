// Which rule answers a request: those with an end first, oldest first, then the lasting ones, newest
// first.
import type { Awaitable } from '../model/awaitable.ts'
import type { RuleAnswer, RuleMismatch } from '../model/rule.ts'
import {
  type ActiveRule,
  type AnswerFunction,
  leftOf,
  mostOf,
  type NextRule,
} from './active-rule.ts'
import { closestOf } from './closest.ts'
import type { CountedRules } from './counted-rules.ts'
import { mostMatched, type RuledRequest } from './matcher.ts'
import type { NextRules } from './next-rules.ts'
import type { Normal } from './normal.ts'
import type { Plan } from './plan.ts'
import type { Random } from './random.ts'
import type { UseCounts } from './use-counts.ts'

/** What answers a request by a rule. */
export interface Choice {
  /** The id of the rule, and its endpoint. */
  readonly id: string
  readonly endpoint: string
  readonly answer: RuleAnswer
  /** How this answer, or another one in its place, is sent. */
  plan(answer: RuleAnswer): Plan
  /** Answers in place of the rule's answer. */
  readonly answerFunction: AnswerFunction | undefined
  /** The parameters of the path. */
  parameters(): Readonly<Record<string, string>>
}

/** What was found of an endpoint. */
export interface Found extends Normal {
  /** Whether there is such an endpoint: otherwise there are only rules. */
  readonly isRecord: boolean
  /** Those that the store has, in the order in which they are tried. */
  readonly rules: readonly ActiveRule[] | undefined
}

export interface Chooser {
  /** Whether a request to this endpoint has to be shown to rules. */
  has(endpoint: string, found: Found | undefined): boolean
  /** How many bytes of a body its rules look at. */
  bodyBytes(endpoint: string, found: Found | undefined): number
  /**
   * Chooses the rule that answers, and counts it as used. Without a promise, unless the rule is counted
   * for several services.
   */
  choose(
    endpoint: string,
    found: Found | undefined,
    request: RuledRequest,
  ): Awaitable<Choice | undefined>
  /** The rule that comes closest to a request that none matches, and what differs. */
  closest(
    endpoint: string,
    found: Found | undefined,
    request: RuledRequest,
  ): RuleMismatch | undefined
}

export interface ChooserOptions {
  readonly next: NextRules
  /** How often each lasting rule was used. */
  readonly used: UseCounts
  readonly functions: Map<string, AnswerFunction>
  readonly random: Random
  /** What counts the rules with an end that the store has. */
  readonly counted?: CountedRules | undefined
}

export function createChooser({ next, used, functions, random, counted }: ChooserOptions): Chooser {
  function* inOrder(endpoint: string, found: Found | undefined): Generator<ActiveRule | NextRule> {
    yield* next.of(endpoint) ?? []
    yield* found?.rules ?? []
  }

  function takes({ rule: { chance }, matcher }: ActiveRule, request: RuledRequest): boolean {
    // One that is off draws nothing, so that the others fall as they would without it.
    if (chance === 0 || !matcher.matches(request)) return false
    return chance === undefined || random() < chance
  }

  function count(active: ActiveRule | NextRule): void {
    const { id } = active.rule
    if (!('used' in active)) used.add(active.rule)
    else {
      next.use(active)
      if (leftOf(active.rule, active.used) === 0) functions.delete(id)
    }
  }

  return {
    has: (endpoint, found) => found?.rules !== undefined || next.of(endpoint) !== undefined,
    bodyBytes(endpoint, found) {
      for (const { matcher, rule } of inOrder(endpoint, found)) {
        if (matcher.needsBody || functions.has(rule.id)) return mostMatched
      }
      return 0
    },
    choose(name, found, request) {
      const rules = inOrder(name, found)

      function chosen(active: ActiveRule, uses: number): Choice {
        const { id, endpoint } = active.rule
        return {
          id,
          endpoint,
          answer: active.answer(uses),
          plan: (given) => active.plan(given, found?.isRecord ? found : undefined),
          answerFunction: functions.get(id),
          parameters: () => active.matcher.parameters(request),
        }
      }

      /** The first of the rules that are left. */
      function first(): Awaitable<Choice | undefined> {
        for (let { value, done } = rules.next(); !done; { value, done } = rules.next()) {
          const active = value as ActiveRule | NextRule
          if (!takes(active, request)) continue
          const { stored } = active
          const most = mostOf(active.rule)
          if (counted && stored && most !== undefined) {
            const taken = counted.use(stored, most)
            return taken.then((uses) => (uses === undefined ? first() : chosen(active, uses)))
          }
          const choice = chosen(active, 'used' in active ? active.used : 0)
          count(active)
          return choice
        }
        return undefined
      }

      return first()
    },
    closest: (endpoint, found, request) => closestOf(inOrder(endpoint, found), request),
  }
}
