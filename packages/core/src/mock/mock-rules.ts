// The rules of a mock: from values to the service, functions included.
import { type RuleValues, writeRule } from '../client/write-rule.ts'
import type { Control } from '../control/control.ts'
import type { Rules } from '../engine/rules/rules.ts'
import { parseRule } from '../model/parse-rule.ts'
import type { ListedRule } from '../model/rule.ts'
import { takeTurns } from '../model/turns.ts'
import type { AnswerFunctions } from './answer-functions.ts'
import type { RefuseClosed } from './until-closed.ts'

export interface MockRulesOptions {
  readonly control: Pick<Control, 'addRule'>
  readonly rules: Pick<Rules, 'add'>
  readonly functions: AnswerFunctions
  readonly refuseClosed: RefuseClosed
  /** Those of the options. */
  readonly first: readonly RuleValues[]
}

export interface MockRules {
  add(rule: RuleValues): Promise<ListedRule>
  /** Adds those of the options, or puts them back. */
  addFirst(): Promise<void>
}

export function createMockRules(options: MockRulesOptions): MockRules {
  // They get ids that stay, so that a rule replaces itself.
  const first = options.first.map((rule, i) => {
    const { id = `first-${i + 1}` } = rule as { readonly id?: string }
    return prepare(options, { ...rule, id } as RuleValues)
  })
  return {
    add: async (rule) => prepare(options, rule)(),
    async addFirst() {
      for (const add of first) await add()
    },
  }
}

/** Takes the values as they are now, whatever becomes of them. */
function prepare(
  { control, rules, functions, refuseClosed }: MockRulesOptions,
  rule: RuleValues,
): () => Promise<ListedRule> {
  if (typeof rule.answer !== 'function') {
    const text = writeRule(rule)
    return () => control.addRule(text)
  }
  const text = writeRule({ ...rule, answer: {} })
  const answer = functions.toAnswer(rule.answer as () => unknown)
  return async () => {
    refuseClosed()
    return rules.add(await takeTurns(parseRule(text)), answer)
  }
}
