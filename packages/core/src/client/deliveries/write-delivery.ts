// From a delivery's values to the body of a send.
import type { WebhookSecret } from '../../model/delivery/webhook-secret.ts'
import { toBase64 } from '../../model/json/base64.ts'
import type { Fault } from '../../model/problem/problem.ts'
import { writeJson } from '../json-writer.ts'
import { refuseFaults } from '../refuse-faults.ts'
import type { NewDelivery } from './new-delivery.ts'

/** What JSON cannot hold is refused, every fault at once; all else is for the service to judge. */
export function writeDelivery({ event, events, body, sign, ...others }: NewDelivery): string {
  const faults: Fault[] = []
  const members = Object.entries({ event, events }).flatMap(([name, value]) => {
    if (value === undefined) return []
    return `"${name}":${writeJson(value, `/${name}`, (fault) => faults.push(fault))}`
  })
  refuseFaults('invalid-delivery', 'The delivery', faults)
  const isBytes = body instanceof Uint8Array
  const content = isBytes ? { body: toBase64(body), bodyEncoding: 'base64' } : { body }
  const rest = JSON.stringify({ ...others, ...content, sign: sign && signing(sign) }).slice(1, -1)
  return `{${[...members, rest].join(',')}}`
}

function signing({ tolerance, now, ...sender }: WebhookSecret): object {
  return sender
}
