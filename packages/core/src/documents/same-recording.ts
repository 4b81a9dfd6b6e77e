// Whether a new recording of a service is the same as the one before.
import { parseRule } from '../model/rule/parse-rule.ts'
import type { RuleResponse } from '../model/rule/rule.ts'
import { isSameResponse } from '../model/rule/same-response.ts'
import type { Awaitable } from '../model/time/awaitable.ts'
import { runYielding, type Yielding } from '../model/time/yielding.ts'

/**
 * Whether two rules, as JSON texts, have the same responses, except for values that differ each
 * time, such as request ids, rate limits and the times of events.
 */
export function isSameRecording(a: string, b: string): Awaitable<boolean> {
  return a === b || runYielding(compare(a, b))
}

function* compare(a: string, b: string): Yielding<boolean> {
  const [one, other] = [yield* responsesOf(a), yield* responsesOf(b)]
  if (one.length !== other.length) return false
  return one.every((response, i) => isSameResponse(response, other[i] ?? {}))
}

function* responsesOf(rule: string): Yielding<readonly RuleResponse[]> {
  const { response, responses } = yield* parseRule(rule)
  return responses ?? (response ? [response] : [])
}
