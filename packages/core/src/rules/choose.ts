// Which rule answers a request: those with an end first, oldest first, then the lasting ones, newest
// first.
import type { Awaitable } from '../model/awaitable.ts'
import { Problem } from '../model/problem.ts'
import type { RuleAnswer, RuleMismatch } from '../model/rule.ts'
import { createPace } from '../model/turns.ts'
import {
  type ActiveRule,
  type AnswerFunction,
  leftOf,
  mostOf,
  type NextRule,
} from './active-rule.ts'
import { closestOf } from './closest.ts'
import type { CountedRules } from './counted-rules.ts'
import { mostMatched } from './matcher.ts'
import type { NextRules } from './next-rules.ts'
import type { Normal } from './normal.ts'
import type { Plan } from './plan.ts'
import type { Random } from './random.ts'
import type { RuleList } from './rule-list.ts'
import { decodedSegments, type RuledRequest } from './ruled-request.ts'
import { createSteps, mostSteps, mostToName, type Steps } from './steps.ts'
import type { UseCounts } from './use-counts.ts'

/** What answers a request by a rule. */
export interface Choice {
  /** The id of the rule, and its endpoint. */
  readonly id: string
  readonly endpoint: string
  readonly answer: RuleAnswer
  /** How this answer, or another one in its place, is sent, or with something laid over it. */
  plan(answer: RuleAnswer, over?: RuleAnswer): Plan
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
  readonly rules: RuleList<ActiveRule> | undefined
  /** The same by itself, where there are rules: an answer that waits does not keep all of these. */
  readonly withoutRules?: Normal
}

export interface Chooser {
  /** Whether a request to this endpoint has to be shown to rules. */
  has(endpoint: string, found: Found | undefined): boolean
  /** How many bytes of a body its rules look at. */
  bodyBytes(endpoint: string, found: Found | undefined): number
  /**
   * Chooses the rule that answers, and counts it as used. Without a promise, unless the rule is counted
   * for several services, or much was matched since others had a turn: `hasLeft` tells then whether
   * anyone still waits for an answer. Throws, or rejects with, `matching-too-costly`.
   */
  choose(
    endpoint: string,
    found: Found | undefined,
    request: RuledRequest,
    hasLeft?: () => boolean,
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
  const pace = createPace(mostInTurn)

  function* all(endpoint: string, found: Found | undefined): Generator<ActiveRule> {
    yield* next.of(endpoint) ?? []
    yield* found?.rules ?? []
  }

  function* mayMatch(
    endpoint: string,
    found: Found | undefined,
    request: RuledRequest,
  ): Generator<ActiveRule | NextRule> {
    yield* next.of(endpoint)?.mayMatch(request) ?? []
    yield* found?.rules?.mayMatch(request) ?? []
  }

  function takes({ rule, matcher }: ActiveRule, request: RuledRequest, steps: Steps): boolean {
    const { id, chance } = rule
    // One that is off draws nothing, so that the others fall as they would without it.
    if (chance === 0) return false
    const isMatch = matcher.matches(request, steps)
    if (steps.areSpent()) throw tooCostly(id)
    return isMatch && (chance === undefined || random() < chance)
  }

  function count(active: ActiveRule | NextRule): void {
    const { id } = active.rule
    if (!('used' in active)) used.add(active.rule)
    else {
      next.use(active)
      if (leftOf(active.rule, active.used) === 0) functions.delete(id)
    }
  }

  function chosen(
    active: ActiveRule,
    uses: number,
    found: Found | undefined,
    request: RuledRequest,
  ): Choice {
    const { id, endpoint } = active.rule
    // Neither the request nor all rules: they would stay as long as the answer waits.
    const segments = decodedSegments(request)
    const base = found?.isRecord ? (found.withoutRules ?? found) : undefined
    return {
      id,
      endpoint,
      answer: active.answer(uses),
      plan: (given, over) => active.plan(given, base, over),
      answerFunction: functions.get(id),
      parameters: () => active.matcher.parameters(segments),
    }
  }

  /** The first of the rules that are left. */
  function first(
    rules: Iterator<ActiveRule | NextRule>,
    found: Found | undefined,
    request: RuledRequest,
    steps: Steps,
  ): Awaitable<Choice | undefined> {
    for (let { value, done } = rules.next(); !done; { value, done } = rules.next()) {
      const active = value as ActiveRule | NextRule
      if (!takes(active, request, steps)) continue
      const { stored } = active
      const most = mostOf(active.rule)
      if (counted && stored && most !== undefined) {
        return counted
          .use(stored, most)
          .then((uses) =>
            uses === undefined
              ? first(rules, found, request, steps)
              : chosen(active, uses, found, request),
          )
      }
      const choice = chosen(active, 'used' in active ? active.used : 0, found, request)
      count(active)
      return choice
    }
    return undefined
  }

  return {
    has: (endpoint, found) => found?.rules !== undefined || next.of(endpoint) !== undefined,
    bodyBytes(endpoint, found) {
      if (next.of(endpoint)?.needsBody || found?.rules?.needsBody) return mostMatched
      if (functions.size === 0) return 0
      for (const { rule } of all(endpoint, found)) if (functions.has(rule.id)) return mostMatched
      return 0
    },
    choose: (name, found, request, hasLeft = stays) =>
      pace.begin(() => {
        if (hasLeft()) return undefined
        const steps = createSteps()
        try {
          return first(mayMatch(name, found, request), found, request, steps)
        } finally {
          pace.count(steps.taken() + costOfReading(request))
        }
      }),
    closest(endpoint, found, request) {
      const steps = createSteps(mostToName)
      const closest = closestOf(all(endpoint, found), request, steps)
      pace.count(steps.taken())
      return closest
    },
  }
}

/** How many steps are taken before others have a turn. */
const mostInTurn = 50_000

/** To read a body as JSON takes as long as a step for 16 of its bytes. */
function costOfReading({ json, body }: RuledRequest): number {
  return json === undefined ? 0 : body.byteLength / 16
}

function stays(): boolean {
  return false
}

function tooCostly(rule: string): Problem {
  const detail = `The rules of this endpoint ask for more than ${mostSteps} comparisons with this request, the last of them rule \`${rule}\`. Give them a method or a path, or let them name fewer members.`
  return new Problem('matching-too-costly', detail, { rule, limit: mostSteps })
}
