// Parses a request body into a delivery request.
import { createFaultList, type FaultList, faultsToText } from '../problem/fault-list.ts'
import { checkValue } from '../problem/fields.ts'
import { type Fault, Problem } from '../problem/problem.ts'
import { readShape } from '../rule/read-shape.ts'
import type { Yielding } from '../time/yielding.ts'
import { checkDelivery } from './check-delivery.ts'
import type { DeliveryRequest } from './delivery-request.ts'
import { deliverySchema, deliveryShape } from './delivery-schema.ts'

/** Parses the text of a delivery. Throws `invalid-delivery` with every fault at once. */
export function* parseDelivery(body: string): Yielding<DeliveryRequest> {
  const faults = createFaultList()
  const given = yield* readShape(body, deliveryShape, faults)
  return judge(given, faults)
}

/** Checks a delivery that was filled with request values. Throws like `parseDelivery`. */
export function checkFilled(delivery: DeliveryRequest): DeliveryRequest {
  return judge(delivery, createFaultList())
}

function judge(given: unknown, faults: FaultList): DeliveryRequest {
  if (given !== undefined) checkDelivery(given as DeliveryRequest, '', faults)
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
