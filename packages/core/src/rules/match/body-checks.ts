// The checks of a rule on the body of a request.
import { namesIn } from '../../model/json/json-pointer.ts'
import type { RuleMismatch, RuleWhen, TextLike, TextMatch } from '../../model/rule/rule.ts'
import { likeIn } from '../../model/rule/text-like.ts'
import type { Check, Words } from './check.ts'
import { mostFields } from './form-fields.ts'
import { differenceIn, type JsonDifference, nodeAt } from './json-contains.ts'
import { digestOf } from './json-digest.ts'
import { type JsonNode, type JsonTree, kindAt, readTree, stringAt } from './json-tree.ts'
import { namedChecks } from './named-checks.ts'
import {
  formOf,
  formValues,
  headerValues,
  jsonOf,
  type RuledRequest,
  textOf,
} from './ruled-request.ts'
import { shorten, showJson, showPlace } from './show-json.ts'
import { createSteps, mostToName, type Steps } from './steps.ts'
import { createTextCheck } from './text-check.ts'

/** Maximum number of bytes of a body that rules look at. */
export const mostMatched: number = 1024 * 1024

/** Returns the checks in the order in which they run. */
export function bodyChecks({ form, json, jsonIncludes, jsonAt = {}, body }: RuleWhen): Check[] {
  return [
    ...namedChecks('form', form, formValues).map(ifWhole),
    ...(json === undefined ? [] : [jsonCheck('json', json)]),
    ...(jsonIncludes === undefined ? [] : [jsonCheck('jsonIncludes', jsonIncludes)]),
    ...Object.entries(jsonAt).map(([at, part]) => jsonAtCheck(at, part)),
    ...(body === undefined ? [] : [bodyCheck(body)]),
  ]
}

/** Fails for a form that is cut off or has too many fields, because some are not known. */
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

/** Checks that a value of the body includes the JSON or, for the member `json`, equals it. */
function partCheck(member: string, json: string, find: FindNode): Check {
  const part = readTree(json)
  const isExact = member === 'json'
  if (!part) throw new TypeError(`The \`${member}\` of a rule is not JSON.`)
  const digest = isExact ? digestOf(part) : 0
  return (request, steps) => {
    if (!request.isBodyWhole) return () => bodyTooLong(member, json)
    const whole = jsonOf(request)
    if (!whole) return () => ({ member, expected: shorten(json), actual: noJson(request) })
    const differ = (most: Steps): JsonDifference | undefined =>
      differenceIn({ part, whole, steps: most, isExact }, find(whole, most))
    const inWords = (found: JsonDifference): ReturnType<Words> => ({
      member: `${member}${showPlace(found)}`,
      expected: showJson(part, found.expected),
      actual: showJson(whole, found.actual),
    })
    if (isExact && steps.take(1) && !mayBe(digest, request, whole)) {
      return () => inWords(differ(createSteps(mostToName)) ?? everything)
    }
    const found = differ(steps)
    return found && (() => inWords(found))
  }
}

const everything: JsonDifference = { path: [], expected: 0, actual: 0 }

/**
 * Whether a body may be the JSON with this digest. Digests compare a body with any number of rules
 * at one step each. The first rule is compared with the body itself, which is often faster.
 */
function mayBe(digest: number, request: RuledRequest, whole: JsonTree): boolean {
  if (request.digest === undefined) {
    request.digest = null
    return true
  }
  request.digest ??= digestOf(whole)
  return request.digest === digest
}

/** Checks that a value of the body is a string that matches or contains a text. */
function stringCheck(member: string, wanted: TextLike, find: FindNode): Check {
  const { matches, inWords } = createTextCheck(wanted)
  return (request, steps) => {
    if (!request.isBodyWhole) return () => bodyTooLong(member, inWords)
    const whole = jsonOf(request)
    const at = whole && find(whole, steps)
    if (whole && at !== undefined && kindAt(whole, at) === 'string') {
      if (matches(stringAt(whole, at), steps)) return undefined
    }
    return () => ({
      member,
      expected: inWords,
      actual: whole ? showJson(whole, at) : noJson(request),
    })
  }
}

function noJson(request: RuledRequest): string {
  const [encoding] = headerValues(request, 'content-encoding') ?? []
  return encoding === undefined ? 'no JSON' : `no JSON: the body is encoded as ${shorten(encoding)}`
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

/** Takes a step and, if both have the same length, one more for each 16 bytes. */
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
