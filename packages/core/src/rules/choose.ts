// Which rule answers a request: temporary ones first, oldest first, then the permanent ones, newest
// first.

import { debug } from '../model/debug.ts'
import { Problem } from '../model/problem/problem.ts'
import { mostOf, type RuleMismatch, type RuleResponse } from '../model/rule/rule.ts'
import type { Awaitable } from '../model/time/awaitable.ts'
import { createPace } from '../model/time/yielding.ts'
import type { ActiveRule, NextRule, ResponseFunction } from './active-rule.ts'
import type { CountedRules } from './kept/counted-rules.ts'
import type { NextRules } from './kept/next-rules.ts'
import type { RuleFunctions } from './kept/rule-functions.ts'
import type { RuleList } from './kept/rule-list.ts'
import type { UseCounts } from './kept/use-counts.ts'
import { createUses } from './kept/uses.ts'
import { mostMatched } from './match/body-checks.ts'
import { closestOf } from './match/closest.ts'
import { decodedSegments, type RuledRequest } from './match/ruled-request.ts'
import { createSteps, mostSteps, mostToName, type Steps } from './match/steps.ts'
import { tellLosers } from './match/tell-losers.ts'
import { fillResponse } from './respond/fill.ts'
import type { Normal } from './respond/normal.ts'
import { type Plan, waits } from './respond/plan.ts'
import type { Random } from './respond/random.ts'

/** What answers a request by a rule. */
export interface Choice {
  /** The id of the rule, and its endpoint. */
  readonly id: string
  readonly endpoint: string
  readonly response: RuleResponse
  /**
   * The response with values of the request, when it is dynamic; to be called when it is sent. Throws
   * `response-failed`.
   */
  readonly fill: (() => RuleResponse) | undefined
  /** How this response, or another one in its place, is sent, or with something laid over it. */
  plan(response: RuleResponse, over?: RuleResponse): Plan
  /** Answers in place of the rule's response, or with `undefined`: `otherwise` does then. */
  readonly responseFunction: ResponseFunction | undefined
  /** Chooses among the rules behind this one. */
  otherwise(): Awaitable<Choice | undefined>
  /** The parameters of the path. */
  parameters(): Readonly<Record<string, string>>
}

/** What was found of an endpoint. */
export interface Found extends Normal {
  /** Whether there is such an endpoint: otherwise there are only rules. */
  readonly isDefault: boolean
  /** Those that the store has, in the order in which they are tried. */
  readonly rules: RuleList<ActiveRule> | undefined
  /** The same by itself, where there are rules: a response that waits does not keep all of these. */
  readonly withoutRules?: Normal
}

export interface Chooser {
  /** Whether a request to this endpoint has to be shown to rules. */
  has(endpoint: string, found: Found | undefined): boolean
  /** How many bytes of a body its rules look at; no end when they forward it. */
  bodyBytes(endpoint: string, found: Found | undefined): number
  /**
   * Chooses the rule that answers, and counts it as used: at once, or when its function has answered.
   * Without a promise, unless the rule is counted for several services, or much was matched since
   * others went on: `hasLeft` tells then whether anyone still waits for a response. Throws, or
   * rejects with, `matching-too-costly`.
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
  /** How often each permanent rule was used. */
  readonly used: UseCounts
  readonly functions: RuleFunctions
  readonly random: Random
  /** What counts the temporary rules that the store has. */
  readonly counted?: CountedRules | undefined
  /** Whether a rule was recorded a moment ago, and does not answer yet. */
  isFresh(id: string): boolean
}

export function createChooser(options: ChooserOptions): Chooser {
  const { next, used, functions, random, counted, isFresh } = options
  const pace = createPace(mostAtOnce)
  const uses = createUses({ next, used, functions })

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

  function takes(active: ActiveRule | NextRule, { request, steps }: Search): boolean {
    const { rule, matcher } = active
    const { id, chance } = rule
    // One that is off draws nothing, so that the others fall as they would without it.
    if (chance === 0 || uses.isOver(active) || isFresh(id)) return false
    const isMatch = matcher.matches(request, steps)
    if (steps.areSpent()) throw tooCostly(id)
    return isMatch && (chance === undefined || random() < chance)
  }

  function filling(
    { rule, matcher }: ActiveRule | NextRule,
    response: RuleResponse,
    plan: Plan,
    use: number,
    { request, steps }: Search,
  ): () => RuleResponse {
    const parameters = matcher.parameters(decodedSegments(request))
    const options = { rule: rule.id, parameters, use, random, steps, waits: waits(plan) }
    return fillResponse(response, request, options)
  }

  function chosen(active: ActiveRule | NextRule, used: number, search: Search): Choice {
    const { id, endpoint } = active.rule
    const { found } = search
    // Neither the request nor all rules: they would stay as long as the response waits.
    const segments = decodedSegments(search.request)
    const base = found?.isDefault ? (found.withoutRules ?? found) : undefined
    const response = active.answer(used)
    const fill = response.dynamic
      ? filling(active, response, active.plan(response, base), used + 1, search)
      : undefined
    return {
      id,
      endpoint,
      response,
      fill,
      plan: (given, over) => active.plan(given, base, over),
      responseFunction: undefined,
      otherwise: () => undefined,
      parameters: () => active.matcher.parameters(segments),
    }
  }

  function called(choice: Choice, responseFunction: ResponseFunction, search: Search): Choice {
    // What a list has by then may be in other places of it.
    const left = [...search.rules]
    const otherwise = () => look({ ...search, rules: left.values() })
    return { ...choice, responseFunction, otherwise }
  }

  /** The first of the rules that are left. */
  function first(search: Search): Awaitable<Choice | undefined> {
    const { rules } = search
    for (let { value, done } = rules.next(); !done; { value, done } = rules.next()) {
      const active = value as ActiveRule | NextRule
      if (!takes(active, search)) continue
      const { stored, rule } = active
      const most = mostOf(rule)
      const given = functions.get(rule.id)
      if (counted && stored && most !== undefined) {
        return counted.use(stored, most).then((used) => {
          if (used === undefined) return first(search)
          const choice = chosen(active, used, search)
          // It stays counted, whatever the function returns: another service may have the next use.
          return given ? called(choice, given, search) : choice
        })
      }
      const choice = chosen(active, 'used' in active ? active.used : used.of(rule), search)
      if (given) return called(choice, uses.counting(active, given), search)
      uses.count(active)
      return choice
    }
    return undefined
  }

  /** Looks on, after others when much was matched. */
  function look(search: Search): Awaitable<Choice | undefined> {
    return pace.begin(() => {
      if (search.hasLeft()) return undefined
      const before = search.steps.taken()
      try {
        return first(search)
      } finally {
        pace.count(search.steps.taken() - before + costOfReading(search.request))
      }
    })
  }

  return {
    has: (endpoint, found) => found?.rules !== undefined || next.of(endpoint) !== undefined,
    bodyBytes(endpoint, found) {
      const [ofNext, stored] = [next.of(endpoint), found?.rules]
      if (ofNext?.forwards || stored?.forwards) return Number.POSITIVE_INFINITY
      if (ofNext?.needsBody || stored?.needsBody) return mostMatched
      if (functions.size === 0) return 0
      for (const { rule } of all(endpoint, found)) if (functions.get(rule.id)) return mostMatched
      return 0
    },
    choose(name, found, request, hasLeft = () => false) {
      if (debug) tellLosers(all(name, found), request, uses.isOver)
      const rules = mayMatch(name, found, request)
      return look({ rules, found, request, steps: createSteps(), hasLeft })
    },
    closest(endpoint, found, request) {
      const steps = createSteps(mostToName)
      const closest = closestOf(all(endpoint, found), request, steps)
      pace.count(steps.taken())
      return closest
    },
  }
}

/** The search for the rule that answers a request. */
interface Search {
  /** Those that were not looked at. */
  readonly rules: Iterator<ActiveRule | NextRule> & Iterable<ActiveRule | NextRule>
  readonly found: Found | undefined
  readonly request: RuledRequest
  readonly steps: Steps
  hasLeft(): boolean
}

/** How many steps are taken before others go on. */
const mostAtOnce = 50_000

/** To read a body as JSON, or as a form, takes as long as a step for 16 of its bytes. */
function costOfReading({ json, form, body }: RuledRequest): number {
  return json === undefined && form === undefined ? 0 : body.byteLength / 16
}

function tooCostly(rule: string): Problem {
  const detail = `The rules of this endpoint ask for more than ${mostSteps} comparisons with this request, the last of them rule \`${rule}\`. Give them a method or a path, or let them name fewer members.`
  return new Problem('matching-too-costly', detail, { rule, limit: mostSteps })
}
