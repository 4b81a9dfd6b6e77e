// Whether a request is one that a rule answers, and if not, the first member that differs.
import { namesIn } from '../../model/json/json-pointer.ts'
import { createPathPattern, type DecodedSegments } from '../../model/pattern/path-pattern.ts'
import {
  nothing,
  type RuleMismatch,
  type RuleWhen,
  type TextLike,
  type TextMatch,
} from '../../model/rule/rule.ts'
import { likeIn } from '../../model/rule/text-like.ts'
import { mostFields } from './form-fields.ts'
import { differenceIn, nodeAt } from './json-contains.ts'
import { type JsonNode, type JsonTree, kindAt, readTree, stringAt } from './json-tree.ts'
import {
  decodedSegments,
  formOf,
  formValues,
  headerValues,
  jsonOf,
  queryValues,
  type RuledRequest,
  textOf,
} from './ruled-request.ts'
import { shorten, showJson, showPlace } from './show-json.ts'
import type { Steps } from './steps.ts'
import { createTextCheck } from './text-check.ts'

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
  const places = when.params && pattern.places()
  const parameterOf = (request: RuledRequest, name: string): readonly string[] => [
    decodedSegments(request)[places?.get(name) ?? -1] ?? '',
  ]
  const ofBody: readonly Check[] = [
    ...namedChecks('form', when.form, formValues).map(ifWhole),
    ...(when.json === undefined ? [] : [jsonCheck('json', when.json)]),
    ...(when.jsonIncludes === undefined ? [] : [jsonCheck('jsonIncludes', when.jsonIncludes)]),
    ...Object.entries(when.jsonAt ?? {}).map(([at, json]) => jsonAtCheck(at, json)),
    ...(when.body === undefined ? [] : [bodyCheck(when.body)]),
  ]
  const checks: readonly Check[] = [
    ...namedChecks('params', when.params, parameterOf),
    ...namedChecks('query', when.query, queryValues),
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

function namedChecks(
  member: 'params' | 'query' | 'headers' | 'form',
  wanted: Readonly<Record<string, TextMatch | null>> = {},
  valuesOf: (request: RuledRequest, name: string) => readonly string[] | undefined,
): Check[] {
  return Object.entries(wanted).map(([name, value]) => {
    const key = member === 'headers' ? name.toLowerCase() : name
    const check = value === null ? undefined : createTextCheck(value)
    return (request, steps) => {
      const values = valuesOf(request, key)
      if (steps.take(1 + (values?.length ?? 0))) {
        if (!check && values === undefined) return undefined
        if (check && values?.some((each) => check.matches(each, steps))) return undefined
      }
      return () => ({
        // Headers that are masked are found by their names.
        member: `${member}.${member === 'headers' ? name : shorten(name)}`,
        expected: check?.inWords ?? nothing,
        actual: values ? shorten(values.join(', ')) : nothing,
      })
    }
  })
}

/** Of a form that is cut off, or has too many fields, some are not known. */
function ifWhole(check: Check): Check {
  return (request, steps) => {
    if (!request.isBodyWhole) return () => bodyTooLong('form', 'a form')
    if (formOf(request)) return check(request, steps)
    const actual = `more than ${mostFields} fields`
    return () => ({ member: 'form', expected: 'a form', actual })
  }
}

function jsonCheck(member: 'json' | 'jsonIncludes', json: string): Check {
  return partCheck(member, json, () => 0)
}

function jsonAtCheck(pointer: string, json: string): Check {
  const member = `jsonAt.${shorten(pointer)}`
  const names = namesIn(pointer)
  const find: FindNode = (whole, steps) => nodeAt(whole, names, steps)
  const like = likeIn(json)
  return like ? stringCheck(member, like, find) : partCheck(member, json, find)
}

type FindNode = (whole: JsonTree, steps: Steps) => JsonNode | undefined

/** That a value of the body includes another one, or with `json` is the same. */
function partCheck(member: string, json: string, find: FindNode): Check {
  const part = readTree(json)
  const isExact = member === 'json'
  if (!part) throw new TypeError(`The \`${member}\` of a rule is not JSON.`)
  return (request, steps) => {
    if (!request.isBodyWhole) return () => bodyTooLong(member, json)
    const whole = jsonOf(request)
    if (!whole) return () => ({ member, expected: shorten(json), actual: 'no JSON' })
    const found = differenceIn({ part, whole, steps, isExact }, find(whole, steps))
    return (
      found &&
      (() => ({
        member: `${member}${showPlace(found)}`,
        expected: showJson(part, found.expected),
        actual: showJson(whole, found.actual),
      }))
    )
  }
}

/** That a string of the body is like a text. */
function stringCheck(member: string, wanted: TextLike, find: FindNode): Check {
  const { matches, inWords } = createTextCheck(wanted)
  return (request, steps) => {
    if (!request.isBodyWhole) return () => bodyTooLong(member, inWords)
    const whole = jsonOf(request)
    const at = whole && find(whole, steps)
    if (whole && at !== undefined && kindAt(whole, at) === 'string') {
      if (matches(stringAt(whole, at), steps)) return undefined
    }
    return () => ({ member, expected: inWords, actual: whole ? showJson(whole, at) : 'no JSON' })
  }
}

function bodyCheck(wanted: TextMatch): Check {
  const takes = typeof wanted === 'string' ? sameBytes(wanted) : textLike(wanted)
  const expected = typeof wanted === 'string' ? shorten(wanted) : createTextCheck(wanted).inWords
  return (request, steps) => {
    if (!request.isBodyWhole) return () => bodyTooLong('body', expected)
    if (takes(request, steps)) return undefined
    return () => {
      const actual = shorten(new TextDecoder().decode(request.body.subarray(0, 1000)))
      return { member: 'body', expected, actual }
    }
  }
}

type Takes = (request: RuledRequest, steps: Steps) => boolean

function textLike(wanted: TextLike): Takes {
  const { matches } = createTextCheck(wanted)
  return (request, steps) => matches(textOf(request), steps)
}

function sameBytes(wanted: string): Takes {
  const bytes = new TextEncoder().encode(wanted)
  return ({ body }, steps) => isSame(body, bytes, steps)
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
