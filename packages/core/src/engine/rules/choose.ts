// Which rule answers a request: those with an end first, oldest first, then the lasting ones, newest
// first.
import type { RuleAnswer, RuleMismatch } from '../../model/rule.ts'
import type { Random } from '../random.ts'
import type { Reply } from '../reply.ts'
import { type ActiveRule, type AnswerFunction, leftOf } from './active-rule.ts'
import { closestOf } from './closest.ts'
import { mostMatched, type RuledRequest } from './matcher.ts'
import type { NextRule, NextRules } from './next-rules.ts'
import type { Plan } from './plan.ts'

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

/** `reply` is what was found of the endpoint, with its lasting rules. */
export interface Chooser {
  /** Whether a request to this endpoint has to be shown to rules. */
  has(endpoint: string, reply: Reply | undefined): boolean
  /** How many bytes of a body its rules look at. */
  bodyBytes(endpoint: string, reply: Reply | undefined): number
  /** Chooses the rule that answers, and counts it as used. */
  choose(endpoint: string, reply: Reply | undefined, request: RuledRequest): Choice | undefined
  /** The rule that comes closest to a request that none matches, and what differs. */
  closest(
    endpoint: string,
    reply: Reply | undefined,
    request: RuledRequest,
  ): RuleMismatch | undefined
}

export interface ChooserOptions {
  readonly next: NextRules
  /** How often each lasting rule was used. */
  readonly used: Map<string, number>
  readonly functions: Map<string, AnswerFunction>
  readonly random: Random
}

export function createChooser({ next, used, functions, random }: ChooserOptions): Chooser {
  function* inOrder(endpoint: string, reply: Reply | undefined): Generator<ActiveRule | NextRule> {
    yield* next.of(endpoint) ?? []
    yield* reply?.rules ?? []
  }

  function takes({ rule: { chance }, matcher }: ActiveRule, request: RuledRequest): boolean {
    return matcher.matches(request) && (chance === undefined || random() < chance)
  }

  function count(active: ActiveRule | NextRule): void {
    const { id } = active.rule
    if (!('used' in active)) used.set(id, (used.get(id) ?? 0) + 1)
    else {
      next.use(active)
      if (leftOf(active.rule, active.used) === 0) functions.delete(id)
    }
  }

  return {
    has: (endpoint, reply) => reply?.rules !== undefined || next.of(endpoint) !== undefined,
    bodyBytes(endpoint, reply) {
      for (const { matcher, rule } of inOrder(endpoint, reply)) {
        if (matcher.needsBody || functions.has(rule.id)) return mostMatched
      }
      return 0
    },
    choose(name, reply, request) {
      for (const active of inOrder(name, reply)) {
        if (!takes(active, request)) continue
        const { id, endpoint } = active.rule
        const answer = active.answer('used' in active ? active.used : 0)
        const answerFunction = functions.get(id)
        count(active)
        return {
          id,
          endpoint,
          answer,
          plan: (given) => active.plan(given, reply?.isRecord ? reply : undefined),
          answerFunction,
          parameters: () => active.matcher.parameters(request),
        }
      }
      return undefined
    },
    closest: (endpoint, reply, request) => closestOf(inOrder(endpoint, reply), request),
  }
}
