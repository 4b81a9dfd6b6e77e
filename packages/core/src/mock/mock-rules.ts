// The rules of a mock: from values to the service, functions included, and what a test is told of them.

import type { RuleState } from '../client/rules/rule-state.ts'
import { toRuleState } from '../client/rules/rule-state.ts'
import { type RuleValues, writeRule } from '../client/rules/write-rule.ts'
import type { ErrorReporter } from '../http/error-reply.ts'
import { parseRule } from '../model/rule/parse-rule.ts'
import type { ListedRule } from '../model/rule/rule.ts'
import { runYielding } from '../model/time/yielding.ts'
import type { Rules } from '../rules/rules.ts'
import { createResponseFunctions, type ResponseFunctions } from './response-functions.ts'
import type { Closable } from './until-closed.ts'

export interface MockRulesOptions {
  /** The rules of the service. */
  readonly rules: Rules
  readonly closable: Closable
  /** Those of the options. */
  readonly first: readonly RuleValues[]
  readonly onError: ErrorReporter | undefined
}

export interface MockRules {
  add(rule: RuleValues): Promise<ListedRule>
  /** Forgets what failed, and adds the rules of the options, or puts them back. */
  restore(): Promise<void>
  /** Those that have answered nothing. No test has to use those of the options. */
  unused(): RuleState[]
  /** What functions that answer have thrown since the last reset. */
  failures: ResponseFunctions['failures']
  /** The seed of its dice, once one was thrown. */
  drawnSeed(): number | undefined
}

export function createMockRules({ rules, closable, first, onError }: MockRulesOptions): MockRules {
  const functions = createResponseFunctions(onError)
  const way = { rules, closable, functions }
  // They get ids that stay, so that a rule replaces itself.
  const ids = first.map((rule, i) => (rule as { readonly id?: string }).id ?? `first-${i + 1}`)
  const firstOnes = first.map((rule, i) => prepare(way, Object.assign({}, rule, { id: ids[i] })))
  return {
    add: async (rule) => prepare(way, rule)(),
    async restore() {
      functions.clear()
      for (const add of firstOnes) await add()
    },
    unused: () =>
      rules.unused().flatMap((rule) => (ids.includes(rule.id) ? [] : toRuleState(rule))),
    failures: functions.failures,
    drawnSeed: () => (rules.hasDrawn ? rules.seed : undefined),
  }
}

/** How a rule gets into the service. */
interface Way extends Pick<MockRulesOptions, 'rules' | 'closable'> {
  readonly functions: ResponseFunctions
}

/** Takes the values as they are now, whatever becomes of them. */
function prepare({ rules, closable, functions }: Way, rule: RuleValues): () => Promise<ListedRule> {
  if (typeof rule.response !== 'function') {
    const text = writeRule(rule)
    return () => closable.control.addRule(text)
  }
  const text = writeRule({ ...rule, response: {} })
  const response = functions.toResponse(rule.response as () => unknown)
  return async () => {
    closable.refuseClosed()
    return rules.add(await runYielding(parseRule(text)), response)
  }
}
