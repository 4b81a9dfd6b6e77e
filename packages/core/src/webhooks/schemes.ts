// The signature that a request claims to have, for each scheme. Nothing is verified here.

import type { WebhookSecret } from '../model/delivery/webhook-secret.ts'
import {
  type Claim,
  claimBody,
  decode,
  encode,
  find,
  formatOf,
  type SignedRequest,
  seconds,
} from './claim.ts'
import { hmacOptionsOf, readHmac } from './hmac.ts'
import { readTwilio } from './twilio.ts'

/** Throws a `TypeError` if an option is wrong, an `Error` if a header is missing or malformed. */
export function readClaim(request: SignedRequest, options: WebhookSecret): Claim {
  const { scheme, secret } = options
  switch (scheme) {
    case 'standard':
      return readStandard(request, secret)
    case 'stripe':
      return readStripe(request, secret)
    case 'twilio':
      return readTwilio(request, options)
    default:
      return readHmac(request, hmacOptionsOf(options))
  }
}

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
function readStandard(request: SignedRequest, secret: string): Claim {
  const key = standardKey(secret)
  const names = [...request.headers.keys()]
  const isSvix = !names.includes('webhook-id') && names.some((name) => /^svix-/.test(name))
  const sender = isSvix ? 'svix' : 'webhook'
  const header = `${sender}-signature`
  const { pattern, inWords } = formatOf('base64', 32)
  const signature = new RegExp(`(?<=^v1,| v1,)${pattern}(?= |$)`, 'g')
  const [id] = find(request, `${sender}-id`, /^.+$/g, 'an id')
  const [timestamp] = find(request, `${sender}-timestamp`, /^\d{1,11}$/g, seconds)
  const found = find(request, header, signature, `\`v1,\` and ${inWords}`)
  const signatures = found.map((text) => decode('base64', text))
  return claimBody(request, `${id}.${timestamp}.`, { key, header, signatures, timestamp })
}

/** Returns the key of a secret for `standard`. Throws a `TypeError` if it is not base64. */
export function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.replace(/^whsec_/, '')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new TypeError('The secret of `standard` must be base64, with or without `whsec_`.')
  }
  return decode('base64', text)
}

// https://docs.stripe.com/webhooks/signature
function readStripe(request: SignedRequest, secret: string): Claim {
  const header = 'stripe-signature'
  const { pattern, inWords } = formatOf('hex', 32)
  const signature = new RegExp(`(?<=^v1=|,v1=)${pattern}(?=,|$)`, 'g')
  const time = /(?<=^t=|,t=)\d{1,11}(?=,|$)/g
  const [timestamp] = find(request, header, time, `\`t=\` and ${seconds}`)
  const found = find(request, header, signature, `\`v1=\` and ${inWords}`)
  const signatures = found.map((text) => decode('hex', text))
  return claimBody(request, `${timestamp}.`, { key: encode(secret), header, signatures, timestamp })
}
