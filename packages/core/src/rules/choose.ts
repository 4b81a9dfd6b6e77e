// Chooses the rule that answers a request. Temporary rules are tried first, oldest first. Permanent
// rules follow, newest first.

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

/** The rule that was chosen for a request, with its response. */
export interface Choice {
  /** The id of the rule, and its endpoint. */
  readonly id: string
  readonly endpoint: string
  readonly response: RuleResponse
  /**
   * Fills a dynamic response with values of the request. Call it when the response is sent. Throws
   * `response-failed`. `undefined` if the response is not dynamic.
   */
  readonly fill: (() => RuleResponse) | undefined
  /** Returns how this response, or a replacement, is sent. `over` overrides members of it. */
  plan(response: RuleResponse, over?: RuleResponse): Plan
  /** Replaces the rule's response. If it returns `undefined`, `otherwise` chooses again. */
  readonly responseFunction: ResponseFunction | undefined
  /** Chooses among the rules after this one. */
  otherwise(): Awaitable<Choice | undefined>
  /** Returns the path parameters. */
  parameters(): Readonly<Record<string, string>>
}

/** An endpoint as it was found for a request: its default response and its stored rules. */
export interface Found extends Normal {
  /** Whether the endpoint has a default response. Otherwise it has only rules. */
  readonly isDefault: boolean
  /** The stored rules, in the order in which they are tried. */
  readonly rules: RuleList<ActiveRule> | undefined
  /** With `rules`: the response without them, so that they are not kept while it waits. */
  readonly withoutRules?: Normal
}

export interface Chooser {
  /** Whether the endpoint has rules, so that its requests have to be matched. */
  has(endpoint: string, found: Found | undefined): boolean
  /** Number of bytes of a body that the rules need; infinite if they forward it. */
  bodyBytes(endpoint: string, found: Found | undefined): number
  /**
   * Chooses the rule that answers, and counts its use: at once, or when its function has answered.
   * Returns a promise only if several services count the rule, or if other work has to run first.
   * `hasLeft` is whether the client has disconnected meanwhile; then no rule is chosen. Throws, or
   * rejects with, `matching-too-costly`.
   */
  choose(
    endpoint: string,
    found: Found | undefined,
    request: RuledRequest,
    hasLeft?: () => boolean,
  ): Awaitable<Choice | undefined>
  /** Returns the rule closest to a request that none matches, and its first difference. */
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
  /** Counts the uses of the temporary rules in the store. */
  readonly counted?: CountedRules | undefined
  /** Whether a rule is a recording that does not answer yet. */
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
    // A rule that is off draws no random number, so that the others draw as they would without it.
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
    // Keeps neither the request nor all rules in memory while the response waits.
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
    // Copied, because the lists may change before the function returns.
    const left = [...search.rules]
    const otherwise = () => look({ ...search, rules: left.values() })
    return { ...choice, responseFunction, otherwise }
  }

  /** Chooses the first of the remaining rules that takes the request. */
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
          // Counted whatever the function returns, as another service may have the next use.
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

  /** Continues the search. Lets other work run first if much was matched. */
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
  /** The rules that were not tried yet. */
  readonly rules: Iterator<ActiveRule | NextRule> & Iterable<ActiveRule | NextRule>
  readonly found: Found | undefined
  readonly request: RuledRequest
  readonly steps: Steps
  hasLeft(): boolean
}

/** Number of steps before other work can run. */
const mostAtOnce = 50_000

/** Reading a body as JSON or as a form takes as long as one step for each 16 bytes. */
function costOfReading({ json, form, body }: RuledRequest): number {
  return json === undefined && form === undefined ? 0 : body.byteLength / 16
}

function tooCostly(rule: string): Problem {
  const detail = `The rules of this endpoint ask for more than ${mostSteps} comparisons with this request, the last of them rule \`${rule}\`. Give them a method or a path, or let them name fewer members.`
  return new Problem('matching-too-costly', detail, { rule, limit: mostSteps })
}
