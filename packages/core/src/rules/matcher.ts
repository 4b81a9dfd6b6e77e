// Whether a request is one that a rule answers, and if not, the first member that differs.
import { createPathPattern, type DecodedSegments } from '../model/path-pattern.ts'
import { nothing, type RuleMismatch, type RuleWhen } from '../model/rule.ts'
import { differenceIn } from './json-contains.ts'
import { readTree } from './json-tree.ts'
import {
  decodedSegments,
  headerValues,
  jsonOf,
  queryValues,
  type RuledRequest,
} from './ruled-request.ts'
import { shorten, showJson, showPlace } from './show-json.ts'
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

type Words = () => Omit<RuleMismatch, 'rule'>

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

/** Finds nothing when the member matches. Its words are only asked for when somebody reads them. */
type Check = (request: RuledRequest, steps: Steps) => Words | undefined

/** How many bytes of a body rules look at. */
export const mostMatched: number = 1024 * 1024

export function createMatcher(given: RuleWhen = {}): Matcher {
  const { method, path = '/', exactPath, ...when } = given
  const pattern = createPathPattern(path, exactPath)
  const takesMethod = createTakesMethod(method)
  const checks: readonly Check[] = [
    ...namedChecks('query', when.query, queryValues),
    ...namedChecks('headers', when.headers, headerValues),
    ...(when.json === undefined ? [] : [jsonCheck(when.json)]),
    ...(when.body === undefined ? [] : [bodyCheck(when.body)]),
  ]
  const takesPath = (request: RuledRequest, steps: Steps): boolean => {
    if (!steps.take(1 + pattern.length)) return false
    if (given.path === undefined && !request.hasRecord) return true
    return pattern.matches(request.segments, decodedSegments(request))
  }

  return {
    needsBody: when.json !== undefined || when.body !== undefined,
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

function namedChecks(
  member: 'query' | 'headers',
  wanted: Readonly<Record<string, string | null>> = {},
  valuesOf: (request: RuledRequest, name: string) => readonly string[] | undefined,
): Check[] {
  return Object.entries(wanted).map(([name, value]) => {
    const key = member === 'headers' ? name.toLowerCase() : name
    return (request, steps) => {
      const values = valuesOf(request, key)
      if (steps.take(1 + (values?.length ?? 0))) {
        if (value === null ? values === undefined : values?.includes(value)) return undefined
      }
      return () => ({
        // Headers that are masked are found by their names.
        member: `${member}.${member === 'headers' ? name : shorten(name)}`,
        expected: value === null ? nothing : shorten(value),
        actual: values ? shorten(values.join(', ')) : nothing,
      })
    }
  })
}

function jsonCheck(json: string): Check {
  const part = readTree(json)
  if (!part) throw new TypeError('The `json` of a rule is not JSON.')
  return (request, steps) => {
    if (!request.isBodyWhole) return () => bodyTooLong('json', json)
    const whole = jsonOf(request)
    if (!whole) return () => ({ member: 'json', expected: shorten(json), actual: 'no JSON' })
    const found = differenceIn(part, whole, steps)
    return (
      found &&
      (() => ({
        member: `json${showPlace(found)}`,
        expected: showJson(part, found.expected),
        actual: showJson(whole, found.actual),
      }))
    )
  }
}

function bodyCheck(wanted: string): Check {
  const bytes = new TextEncoder().encode(wanted)
  return ({ body, isBodyWhole }, steps) => {
    if (!isBodyWhole) return () => bodyTooLong('body', wanted)
    if (isSame(body, bytes, steps)) return undefined
    return () => {
      const actual = shorten(new TextDecoder().decode(body.subarray(0, 1000)))
      return { member: 'body', expected: shorten(wanted), actual }
    }
  }
}

/** Takes a step for 16 bytes of those that have the same length. */
function isSame(one: Uint8Array, other: Uint8Array, steps: Steps): boolean {
  if (!steps.take(1) || one.length !== other.length) return false
  if (!steps.take(Math.floor(one.length / 16))) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
  return true
}

function bodyTooLong(member: string, wanted: string): Omit<RuleMismatch, 'rule'> {
  const actual = `a body of more than ${mostMatched} bytes`
  return { member, expected: shorten(wanted), actual }
}
