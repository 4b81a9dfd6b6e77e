// Reports temporary rules that a test added for requests that were never sent.
import { describeRequests, type RuleState } from '@mock-endpoint/core/client'
import type { OptionCheck } from '@mock-endpoint/core/mock'
import { describeRules } from '../matchers/describe-rules.ts'
import type { Seen } from './seen.ts'

/** The action for a temporary rule that has requests left to answer when its test ends. */
export type OnUnusedRule = 'error' | 'warn' | 'ignore'

/** The check of the option. */
export const unusedCheck: OptionCheck = [
  (value) => ['error', 'warn', 'ignore'].includes(String(value)),
  "'error', 'warn' or 'ignore'",
]

const advice =
  "Either the program under test sent no such request, or the rule is not needed. If that is fine, set onUnusedRule: 'ignore' in the options of the mock server."

/** Throws or warns about unused rules, as the policy says. Does not throw for a failed test. */
export function reportUnusedRules(
  { unusedRules, requests }: Seen,
  policy: OnUnusedRule,
  hasFailed: boolean,
): void {
  if (unusedRules.length === 0 || policy === 'ignore') return
  const message = `${count(unusedRules)} requests left to answer. ${advice}\n${describeRules(unusedRules)}`
  if (policy === 'warn') {
    // biome-ignore lint/suspicious/noConsole: this is where a warning of a test is seen
    console.warn(message)
  } else if (!hasFailed) throw new Error(`${message}\n\n${describeRequests(requests)}`)
}

function count({ length }: readonly RuleState[]): string {
  return length === 1 ? '1 rule has' : `${length} rules have`
}
