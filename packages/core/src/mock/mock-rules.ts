// The rules of a mock. Adds them to the service, also with functions, and reports on them to tests.

import type { RuleState } from '../client/rules/rule-state.ts'
import { toRuleState } from '../client/rules/rule-state.ts'
import { type RuleValues, writeRule } from '../client/rules/write-rule.ts'
import type { ErrorReporter } from '../http/error-reply.ts'
import { parseRule } from '../model/rule/parse-rule.ts'
import type { ListedRule } from '../model/rule/rule.ts'
import { runYielding } from '../model/time/yielding.ts'
import type { Rules } from '../rules/rules.ts'
import { addOfOption } from './add-records.ts'
import { createResponseFunctions, type ResponseFunctions } from './response-functions.ts'
import type { Closable } from './until-closed.ts'

export interface MockRulesOptions {
  /** The rules of the service. */
  readonly rules: Rules
  readonly closable: Closable
  /** The rules of the options. */
  readonly first: readonly RuleValues[]
  readonly onError: ErrorReporter | undefined
}

export interface MockRules {
  add(rule: RuleValues): Promise<ListedRule>
  /** Clears the failures, and adds or restores the rules of the options. */
  restore(): Promise<void>
  /** Returns temporary rules with requests left to answer, except the rules of the options. */
  unused(): RuleState[]
  /** Returns the failures of response functions since the last reset. */
  failures: ResponseFunctions['failures']
  /** Returns the seed, if anything was drawn from it since the last reset. */
  drawnSeed(): number | undefined
}

export function createMockRules({ rules, closable, first, onError }: MockRulesOptions): MockRules {
  const functions = createResponseFunctions(onError)
  const way = { rules, closable, functions }
  // The rules of the options have fixed ids, so that adding a rule again replaces it.
  const ids = first.map((rule, i) => (rule as { readonly id?: string }).id ?? `first-${i + 1}`)
  const firstOnes = first.map((rule, i) => prepare(way, Object.assign({}, rule, { id: ids[i] })))
  return {
    add: async (rule) => prepare(way, rule)(),
    async restore() {
      functions.clear()
      for (const [i, add] of firstOnes.entries()) await addOfOption(`rules[${i}]`, add)
    },
    unused: () =>
      rules.unused().flatMap((rule) => (ids.includes(rule.id) ? [] : toRuleState(rule))),
    failures: functions.failures,
    drawnSeed: () => (rules.hasDrawn ? rules.seed : undefined),
  }
}

/** The parts needed to add rules to the service. */
interface Way extends Pick<MockRulesOptions, 'rules' | 'closable'> {
  readonly functions: ResponseFunctions
}

/** Returns a function that adds the rule as it is now, even if its values change later. */
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
