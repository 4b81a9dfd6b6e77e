// A rule that is ready to match requests and to respond.

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
 * Computes a response in this process; it may be partial. `undefined` leaves the request to later
 * rules and to the default response. Rejects with `response-failed`.
 */
export type ResponseFunction = (
  request: RecordedRequest,
  parameters: Readonly<Record<string, string>>,
) => Awaitable<RuleResponse | undefined>

export interface ActiveRule {
  readonly rule: Rule
  /** The rule as stored, if the store counts its uses. Otherwise `undefined`. */
  readonly stored: StoredRule | undefined
  readonly matcher: Matcher
  /** Whether it forwards requests, with their bodies, to another service. */
  readonly forwards: boolean
  /** Returns the response for the next request, after `used` requests. */
  answer(used: number): RuleResponse
  /**
   * Returns how a response is sent. `base` is the default response of the endpoint, and `over`
   * overrides members of `response`.
   */
  plan(response: RuleResponse, base: Normal | undefined, over?: RuleResponse): Plan
}

/** A temporary rule. */
export interface NextRule extends ActiveRule {
  /** Number of requests that it answered, including those that its function is working on. */
  used: number
  /** Number of requests that its function is working on. */
  asked: number
  /** Memory that it uses, in bytes. */
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
      // A filled response differs for each request, so its plan is not reused.
      if (over || (isDynamic && !response.dynamic)) return toPlan(response, base, over)
      if (last?.response !== response || last.base !== base) {
        last = { response, base, plan: toPlan(response, base) }
      }
      return last.plan
    },
  }
}

/** Returns how many more requests a rule answers; `null` if there is no limit. */
export function leftOf(rule: Rule, used: number): number | null {
  const most = mostOf(rule)
  return most === undefined ? null : Math.max(0, most - used)
}

export function toListed(rule: Rule, used: number): ListedRule {
  return { ...rule, used, left: leftOf(rule, used) }
}
