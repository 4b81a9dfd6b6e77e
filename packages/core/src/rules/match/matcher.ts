// Whether a request is one that a rule answers, and if not, the first member that differs.
import { createPathPattern, type DecodedSegments } from '../../model/pattern/path-pattern.ts'
import type { RuleMismatch, RuleWhen } from '../../model/rule/rule.ts'
import { bodyChecks } from './body-checks.ts'
import type { Check, Words } from './check.ts'
import { namedChecks } from './named-checks.ts'
import { queryCheck } from './query-check.ts'
import { decodedSegments, headerValues, queryValues, type RuledRequest } from './ruled-request.ts'
import { shorten } from './show-json.ts'
import type { Steps } from './steps.ts'

/** How a rule and a request differ. */
export interface Difference {
  /** 0 when method and path match, 1 when the method differs, 2 when the path does, 3 when both do. */
  readonly place: number
  /** How many other members differ, which are only compared where the path matches. */
  readonly count: number
  /** The first member that differs, and both its values. */
  readonly inWords: Words
}

/** Its methods take a step or more for each member of the rule that they get to. */
export interface Matcher {
  /** Whether it looks at bodies. */
  readonly needsBody: boolean
  /** What the path of any request begins with that matches. */
  readonly beginning: readonly string[]
  /** False when the steps are spent. */
  matches(request: RuledRequest, steps: Steps): boolean
  /** How they differ, as far as the steps go. */
  difference(request: RuledRequest, steps: Steps): Difference | undefined
  /** The parameters of a path that matches. */
  parameters(segments: DecodedSegments): Readonly<Record<string, string>>
}

export function createMatcher(given: RuleWhen = {}): Matcher {
  const { method, path = '/', exactPath, ...when } = given
  const pattern = createPathPattern(path, exactPath)
  const takesMethod = createTakesMethod(method)
  const places = when.params && pattern.places()
  const parameterOf = (request: RuledRequest, name: string): readonly string[] => [
    decodedSegments(request)[places?.get(name) ?? -1] ?? '',
  ]
  const ofBody = bodyChecks(when)
  const checks: readonly Check[] = [
    ...namedChecks('params', when.params, parameterOf),
    ...namedChecks('query', when.query, queryValues),
    ...queryCheck(when),
    ...namedChecks('headers', when.headers, headerValues),
    ...ofBody,
  ]
  const takesPath = (request: RuledRequest, steps: Steps): boolean => {
    if (!steps.take(1 + pattern.length)) return false
    if (given.path === undefined && !request.hasDefault) return true
    return pattern.matches(request.segments, decodedSegments(request))
  }

  return {
    needsBody: ofBody.length > 0,
    beginning: pattern.beginning,
    matches(request, steps) {
      if (!takesMethod(request.method) || !takesPath(request, steps)) return false
      for (const check of checks) if (check(request, steps)) return false
      return true
    },
    difference(request, steps) {
      const isOfMethod = takesMethod(request.method)
      if (!takesPath(request, steps)) {
        return { place: isOfMethod ? 2 : 3, count: 0, inWords: () => pathInWords(path, request) }
      }
      const found = checks.flatMap((check) => check(request, steps) ?? [])
      const [first] = found
      if (!isOfMethod) {
        return { place: 1, count: found.length, inWords: () => methodInWords(method, request) }
      }
      return first && { place: 0, count: found.length, inWords: first }
    },
    parameters: pattern.parametersOf,
  }
}

/** HEAD asks for what GET would answer. */
function createTakesMethod(method: RuleWhen['method']): (asked: string) => boolean {
  if (method === undefined) return () => true
  const methods = new Set([method].flat())
  if (methods.has('GET')) methods.add('HEAD')
  return (asked) => methods.has(asked)
}

function methodInWords(
  expected: RuleWhen['method'],
  { method }: RuledRequest,
): Omit<RuleMismatch, 'rule'> {
  return { member: 'method', expected: [expected].flat().join(' or '), actual: method }
}

function pathInWords(expected: string, { segments }: RuledRequest): Omit<RuleMismatch, 'rule'> {
  return { member: 'path', expected, actual: shorten(`/${segments.join('/')}`) }
}
