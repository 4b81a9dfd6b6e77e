// Checks of a delivery that compare its members, or that a schema cannot express.
import { checkEncoded, checkHeaders } from '../http/check-message.ts'
import { httpUrlFault } from '../http/url.ts'
import type { FaultList } from '../problem/fault-list.ts'
import type { DeliveryRequest, DeliverySigning } from './delivery-request.ts'
import { membersOfScheme } from './delivery-schema.ts'

const contents = ['event', 'events', 'body'] as const

/** The maximum number of messages in a delivery. */
const mostMessages = 1000

/**
 * Adds the faults of a delivery. Wrong types are reported elsewhere. `isFilled`, for a delivery
 * after a response: whether request values replace the placeholders in its URL before it is sent.
 */
export function checkDelivery(
  given: DeliveryRequest,
  pointer: string,
  faults: FaultList,
  isFilled?: boolean,
): void {
  const { to, events, duplicate = 1, headers, method, sign } = given
  const [first, ...others] = contents.filter((name) => given[name] !== undefined)
  if (first === undefined) faults.add(pointer, 'needs event, events or body')
  for (const name of others) faults.add(`${pointer}/${name}`, `cannot be used with ${first}`)
  checkEncoded(given, pointer, faults)
  if (typeof to === 'string' && !(isFilled && to.includes('${'))) {
    const fault = httpUrlFault(to, 'an authorization header belongs in `headers`')
    const isPlace = isFilled === false && to.startsWith('${')
    const hint = isPlace ? '; with "dynamic": true it takes values of the request' : ''
    if (fault !== undefined) faults.add(`${pointer}/to`, fault + hint)
  }
  if (events !== undefined && given.id !== undefined) {
    faults.add(`${pointer}/id`, 'cannot be used with events, each of which has its own')
  }
  if (Array.isArray(events) && events.length * duplicate > mostMessages) {
    faults.add(`${pointer}/duplicate`, `makes more than ${mostMessages} messages of these events`)
  }
  if (given.backoff !== undefined && (given.attempts ?? 1) === 1) {
    faults.add(`${pointer}/backoff`, 'needs attempts, more than 1: there is one attempt otherwise')
  }
  if (typeof method === 'string' && !allowedMethods.includes(method)) {
    faults.add(`${pointer}/method`, `must be one of ${allowedMethods.join(', ')}`)
  }
  if (isObject(headers)) checkHeaders(headers, `${pointer}/headers`, faults)
  if (isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'host')) {
    faults.add(`${pointer}/headers/host`, 'comes from the URL in `to`')
  }
  if (isObject(sign)) checkSigning(sign, pointer, faults)
}

const allowedMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

function checkSigning(sign: DeliverySigning, pointer: string, faults: FaultList): void {
  for (const [scheme, names] of Object.entries(membersOfScheme)) {
    if (sign.scheme === scheme) continue
    for (const name of names) {
      if (Object.hasOwn(sign, name))
        faults.add(`${pointer}/sign/${name}`, `is only for the scheme ${scheme}`)
    }
  }
  if (sign.scheme === 'hmac' && sign.header === undefined) {
    faults.add(`${pointer}/sign/header`, 'is missing; it is the header that has the signature')
  }
}

function isObject<T>(value: T): value is T & object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
