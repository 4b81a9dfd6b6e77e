// Whether a request matches a rule and, if not, the first member that differs.
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
  /** 0 if method and path match, 1 if the method differs, 2 if the path does, 3 if both do. */
  readonly place: number
  /** Number of other members that differ. They are compared only if the path matches. */
  readonly count: number
  /** The first member that differs, with its expected and actual values. */
  readonly inWords: Words
}

/** Its methods take at least one step for each member of the rule that they reach. */
export interface Matcher {
  /** Whether it needs the body. */
  readonly needsBody: boolean
  /** The segments with which the path of every matching request begins. */
  readonly beginning: readonly string[]
  /** Whether the request matches. False if the steps run out. */
  matches(request: RuledRequest, steps: Steps): boolean
  /** Returns how they differ, as far as the steps allow; `undefined` if they match. */
  difference(request: RuledRequest, steps: Steps): Difference | undefined
  /** Returns the parameters of a path that matches. */
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

/** A rule for GET matches HEAD too. */
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
