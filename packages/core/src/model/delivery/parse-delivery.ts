// The way from a request body to a delivery that is asked for.
import { checkEncoded, checkHeaders } from '../http/check-message.ts'
import { httpUrlFault } from '../http/url.ts'
import { createFaultList, type FaultList, faultsToText } from '../problem/fault-list.ts'
import { checkValue } from '../problem/fields.ts'
import { type Fault, Problem } from '../problem/problem.ts'
import { readShape } from '../rule/read-shape.ts'
import type { Yielding } from '../time/yielding.ts'
import {
  deliverySchema,
  deliveryShape,
  membersOfScheme,
  type ParsedDelivery,
  type ParsedSigning,
} from './delivery-schema.ts'

/** The delivery that a text describes. Throws `invalid-delivery` with every fault at once. */
export function* parseDelivery(body: string): Yielding<ParsedDelivery> {
  const faults = createFaultList()
  const given = yield* readShape(body, deliveryShape, faults)
  if (given !== undefined) check(given as ParsedDelivery, faults)
  const value = given === undefined ? undefined : checkValue(deliverySchema, given, faults)
  if (value !== undefined && faults.isEmpty()) return value
  throw invalidDelivery(faults.all())
}

export function invalidDelivery(errors: readonly Fault[]): Problem {
  const shape =
    '{"to": …, "event" or "events" or "body": …, "sign"?: {"scheme": …, "secret": …}, "attempts"?: …}'
  const detail = `${faultsToText(errors)} A delivery is ${shape}.`
  return new Problem('invalid-delivery', detail, { errors })
}

const contents = ['event', 'events', 'body'] as const

/** How many messages there may be. */
const mostMessages = 1000

/** What the members have to do with each other. Those that are not of their type are told elsewhere. */
function check(given: ParsedDelivery, faults: FaultList): void {
  const { to, events, duplicate = 1, headers, method, sign } = given
  const [first, ...others] = contents.filter((name) => given[name] !== undefined)
  if (first === undefined) faults.add('', 'needs event, events or body')
  for (const name of others) faults.add(`/${name}`, `cannot be used with ${first}`)
  checkEncoded(given, '', faults)
  if (typeof to === 'string') {
    const fault = httpUrlFault(to, 'an authorization header belongs in `headers`')
    if (fault !== undefined) faults.add('/to', fault)
  }
  if (events !== undefined && given.id !== undefined) {
    faults.add('/id', 'cannot be used with events, each of which has its own')
  }
  if (Array.isArray(events) && events.length * duplicate > mostMessages) {
    faults.add('/duplicate', `makes more than ${mostMessages} messages of these events`)
  }
  if (given.backoff !== undefined && (given.attempts ?? 1) === 1) {
    faults.add('/backoff', 'needs attempts, more than 1: there is one attempt otherwise')
  }
  if (typeof method === 'string' && !allowedMethods.includes(method)) {
    faults.add('/method', `must be one of ${allowedMethods.join(', ')}`)
  }
  if (isObject(headers)) checkHeaders(headers, '/headers', faults)
  if (isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'host')) {
    faults.add('/headers/host', 'is that of the URL in `to`')
  }
  if (isObject(sign)) checkSigning(sign, faults)
}

const allowedMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

function checkSigning(sign: ParsedSigning, faults: FaultList): void {
  for (const [scheme, names] of Object.entries(membersOfScheme)) {
    if (sign.scheme === scheme) continue
    for (const name of names) {
      if (Object.hasOwn(sign, name)) faults.add(`/sign/${name}`, `is of the scheme ${scheme} only`)
    }
  }
  if (sign.scheme === 'hmac' && sign.header === undefined) {
    faults.add('/sign/header', 'is missing; it is the header that has the signature')
  }
}

function isObject<T>(value: T): value is T & object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
