// A rule that is ready to answer.

import type { RecordedRequest } from '../model/http/request.ts'
import {
  type ListedRule,
  mostOf,
  type Rule,
  type RuleResponse,
  type StoredRule,
} from '../model/rule/rule.ts'
import type { Awaitable } from '../model/time/awaitable.ts'
import { createMatcher, type Matcher } from './match/matcher.ts'
import type { Normal } from './respond/normal.ts'
import { type Plan, toPlan } from './respond/plan.ts'

/**
 * Answers in this process, with a partial response; with `undefined` it leaves the request to what comes
 * behind its rule. Rejects with `response-failed`.
 */
export type ResponseFunction = (
  request: RecordedRequest,
  parameters: Readonly<Record<string, string>>,
) => Awaitable<RuleResponse | undefined>

export interface ActiveRule {
  readonly rule: Rule
  /** As the store has it, if its uses are counted there. */
  readonly stored: StoredRule | undefined
  readonly matcher: Matcher
  /** Whether it sends requests on to another service, with their bodies. */
  readonly forwards: boolean
  /** What it answers after so many requests. */
  answer(used: number): RuleResponse
  /**
   * How that is sent, or with something laid over it. `base` is what the endpoint answers without
   * rules.
   */
  plan(response: RuleResponse, base: Normal | undefined, over?: RuleResponse): Plan
}

/** A temporary one. */
export interface NextRule extends ActiveRule {
  /** How many requests it answered, with those that its function is asked about. */
  used: number
  /** How many requests its function is asked about. */
  asked: number
  /** How many bytes of memory it takes. */
  readonly weight: number
}

export function createActiveRule(rule: Rule, stored?: StoredRule): ActiveRule {
  const { when, response, responses = [] } = rule
  const matcher = createMatcher(when)
  const all = response ? [response] : responses
  const isDynamic = all.some(({ dynamic }) => dynamic)
  let last:
    | { readonly response: RuleResponse; readonly base: unknown; readonly plan: Plan }
    | undefined
  return {
    rule,
    stored,
    matcher: isDynamic ? { ...matcher, needsBody: true } : matcher,
    forwards: all.some(({ forward }) => forward !== undefined),
    answer: (used) => response ?? responses[used] ?? responses.at(-1) ?? {},
    plan(response, base, over) {
      // What was filled is another one for each request.
      if (over || (isDynamic && !response.dynamic)) return toPlan(response, base, over)
      if (last?.response !== response || last.base !== base) {
        last = { response, base, plan: toPlan(response, base) }
      }
      return last.plan
    },
  }
}

/** How many more requests a rule answers; `null` when there is no end. */
export function leftOf(rule: Rule, used: number): number | null {
  const most = mostOf(rule)
  return most === undefined ? null : Math.max(0, most - used)
}

export function toListed(rule: Rule, used: number): ListedRule {
  return { ...rule, used, left: leftOf(rule, used) }
}
