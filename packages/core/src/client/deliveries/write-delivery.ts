// Writes a delivery as the body of the call that sends it.
import type { WebhookSecret } from '../../model/delivery/webhook-secret.ts'
import { toBase64 } from '../../model/json/base64.ts'
import type { Fault } from '../../model/problem/problem.ts'
import { refuseFaults } from '../refuse-faults.ts'
import { isPlain, objectOf, optional, type Write } from '../writes.ts'
import type { NewDelivery } from './new-delivery.ts'

/** Returns the body of the call. Throws one problem for all values that JSON cannot hold. */
export function writeDelivery(delivery: NewDelivery): string {
  const faults: Fault[] = []
  const text = writeSend(delivery, '', faults)
  refuseFaults('invalid-delivery', 'The delivery', faults)
  return text ?? ''
}

/** Writes a delivery. */
export const writeSend: Write = (value, pointer, faults) => {
  const body = isPlain(value) && 'body' in value ? value.body : undefined
  const isBytes = body instanceof Uint8Array
  const bytes = isBytes && { body: toBase64(body), bodyEncoding: 'base64' }
  return writeMembers(bytes ? { ...(value as object), ...bytes } : value, pointer, faults)
}

/** Writes the signing options, without those that are only for the receiver. */
const writeSigning: Write = (value, pointer, faults) => {
  if (!isPlain(value)) return optional(value, pointer, faults)
  const { tolerance, now, ...sender } = value as WebhookSecret
  return optional(sender, pointer, faults)
}

const writeMembers: Write = /* @__PURE__ */ objectOf({ sign: writeSigning })
