// Rules in words, for messages.
import { type RuleState, requestWords, visible } from '@mock-endpoint/core/client'

/** A line for each rule, such as `  rule r-1 of orders, for POST /:id: answered 0 requests, 1 left`. */
export function describeRules(rules: readonly RuleState[]): string {
  return rules.map((rule) => `  ${describeRule(rule)}`).join('\n')
}

function describeRule({ id, endpoint, when, used, left }: RuleState): string {
  const words = requestWords(when)
  const match = words === '' ? '' : `, for ${words}`
  const requests = used === 1 ? '1 request' : `${used} requests`
  return visible(`rule ${id} of ${endpoint}${match}: answered ${requests}, ${left} left`)
}
