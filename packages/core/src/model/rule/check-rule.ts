// Checks the members of a rule against each other, and the conditions that no schema can express.
// Skips values of the wrong type, because the schema reports them.

import { checkDelivery } from '../delivery/check-delivery.ts'
import { checkEncoded, checkHeaders, checkNames, refusePrototype } from '../http/check-message.ts'
import { httpUrlFault } from '../http/url.ts'
import { isPointer, longestPointer } from '../json/json-pointer.ts'
import { parametersIn, pathFault } from '../pattern/path-pattern.ts'
import type { FaultList } from '../problem/fault-list.ts'
import { step } from '../problem/fault-list.ts'
import { endpointHint, pointerHint } from '../problem/other-words.ts'
import type { RuleResponse, RuleWhen } from './rule.ts'
import type { NewRule } from './rule-schema.ts'

export function checkRule(rule: NewRule, faults: FaultList): void {
  const { endpoint, when, response, responses, repeatLast, times } = rule
  const hint = endpointHint(endpoint)
  if (hint !== '') faults.add('/endpoint', `must not hold / or \\${hint}`)
  if (response === undefined && responses === undefined) {
    faults.add('', 'needs either response or responses')
  }
  if (response !== undefined && responses !== undefined) {
    faults.add('/responses', 'cannot be used with response')
  }
  if (responses !== undefined && times !== undefined) {
    faults.add('/times', 'cannot be used with responses, which are used once each')
  }
  if (repeatLast !== undefined && responses === undefined) {
    faults.add('/repeatLast', 'belongs beside responses; a single response is repeated anyway')
  }
  if (typeof when?.path === 'string') {
    const fault = pathFault(when.path) ?? nameFault(when.path, endpoint)
    if (fault !== undefined) faults.add('/when/path', fault)
  }
  if (isObject(when)) checkTexts(when, faults)
  if (isObject(response)) checkResponse(response, '/response', faults)
  if (!Array.isArray(responses)) return
  for (const [i, each] of responses.entries()) {
    if (isObject(each)) checkResponse(each, `/responses/${i}`, faults)
  }
}

/** Returns the fault of a path that begins with the path of its endpoint. */
function nameFault(path: string, endpoint: string): string | undefined {
  const start = `/endpoint/${endpoint}`
  const rest = path.slice(start.length)
  if (!path.startsWith(start) || (rest !== '' && !rest.startsWith('/'))) return undefined
  return `is below ${start} anyway; write "${rest || '/'}"`
}

function checkTexts(when: RuleWhen, faults: FaultList): void {
  const { path, params, query, queryString, headers, form, jsonAt } = when
  for (const [member, named] of Object.entries({ params, query, form, jsonAt })) {
    if (isObject(named)) refusePrototype(named, `/when/${member}`, faults)
  }
  if (isObject(headers)) checkNames(headers, '/when/headers', faults)
  if (typeof queryString === 'string') {
    const fault = queryFault(queryString, isObject(query) ? query : {})
    if (fault !== undefined) faults.add('/when/queryString', fault)
  }
  const known = new Set(typeof path === 'string' ? parametersIn(path) : [])
  for (const name of Object.keys(isObject(params) ? params : {})) {
    if (!known.has(name)) {
      faults.add(
        `/when/params${step(name)}`,
        `is not a parameter of the path, such as /:${name}; a parameter of the query belongs in \`query\``,
      )
    }
  }
  for (const at of Object.keys(isObject(jsonAt) ? jsonAt : {})) {
    if (isPointer(at)) continue
    const detail = `must be a JSON Pointer such as /customer/email, of at most ${longestPointer} characters${pointerHint(at)}`
    faults.add(`/when/jsonAt${step(at)}`, detail)
  }
}

/** In characters. No request has a longer query. */
const longestQuery = 16_384

function queryFault(queryString: string, query: object): string | undefined {
  if (queryString.length > longestQuery) return `must have at most ${longestQuery} characters`
  if (queryString.startsWith('?')) return 'must not begin with ?'
  const names = [...new URLSearchParams(queryString).keys()]
  const named = names.find((name) => Object.hasOwn(query, name))
  return named === undefined ? undefined : `holds ${JSON.stringify(named)}, which query has already`
}

/** The members with the content of a response, of which it has only one. */
const contents = ['data', 'body', 'chunks', 'events'] as const

export function checkResponse(response: RuleResponse, pointer: string, faults: FaultList): void {
  const [first, ...others] = contents.filter((name) => response[name] !== undefined)
  for (const name of others) faults.add(`${pointer}/${name}`, `cannot be used with ${first}`)
  checkForward(response, pointer, faults)
  checkEncoded(response, pointer, faults)
  if (Array.isArray(response.chunks)) {
    for (const [i, chunk] of response.chunks.entries()) {
      if (isObject(chunk)) checkEncoded(chunk, `${pointer}/chunks/${i}`, faults)
    }
  }
  if (Array.isArray(response.events)) {
    for (const [i, event] of response.events.entries()) {
      if (isObject(event)) checkEvent(event, `${pointer}/events/${i}`, faults)
    }
  }
  const { delay, headers, then, dynamic } = response
  if (Array.isArray(then)) {
    for (const [i, each] of then.entries()) {
      const at = `${pointer}/then/${i}/send`
      if (isObject(each) && isObject(each.send)) {
        checkDelivery(each.send, at, faults, dynamic === true)
      }
    }
  }
  if (Array.isArray(delay) && delay[0] > delay[1]) {
    faults.add(`${pointer}/delay`, 'must have the minimum before the maximum')
  }
  if (isObject(headers)) checkHeaders(headers, `${pointer}/headers`, faults)
}

/** The members that cannot be used with `forward`, because the other service decides them. */
const ofOthers = [...contents, 'bodyEncoding', 'statusCode', 'fault', 'dynamic', 'then'] as const

function checkForward(response: RuleResponse, pointer: string, faults: FaultList): void {
  const { forward, record } = response
  if (record !== undefined && forward === undefined) {
    faults.add(`${pointer}/record`, 'needs forward: it records the responses of another service')
  }
  if (typeof forward !== 'string') return
  const fault = baseUrlFault(forward)
  if (fault !== undefined) faults.add(`${pointer}/forward`, fault)
  for (const name of ofOthers) {
    if (response[name] !== undefined)
      faults.add(`${pointer}/${name}`, 'cannot be used with forward')
  }
}

function baseUrlFault(text: string): string | undefined {
  const fault = httpUrlFault(text, 'the request brings its own authorization')
  if (fault !== undefined) return fault
  return /[?#]/.test(text)
    ? 'must end with its path, since the query of the request is used'
    : undefined
}

/** Checks that the name and the id of an event have a single line each. */
function checkEvent(
  event: { readonly event?: unknown; readonly id?: unknown },
  pointer: string,
  faults: FaultList,
): void {
  for (const name of ['event', 'id'] as const) {
    const value = event[name]
    if (typeof value === 'string' && /[\r\n\0]/.test(value)) {
      faults.add(`${pointer}/${name}`, 'must be a single line')
    }
  }
}

function isObject<T>(value: T): value is T & object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
