/**
 * Checks the signatures of webhooks that were received: over WebCrypto, on any runtime.
 * @packageDocumentation
 */
import type { ReceivedRequest } from './client/received-request.ts'
import { type SignedRequest, schemes } from './webhooks/schemes.ts'

export type { ReceivedRequest } from './client/received-request.ts'
export type { Outcome } from './model/request.ts'

/** How a sender signs, and with what. */
export interface WebhookSecret {
  /**
   * - `standard`: Standard Webhooks, its symmetric signatures (`v1`), in headers that begin with
   *   `webhook-`, or with `svix-` where Svix sends
   *   (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
   * - `github`: the header `x-hub-signature-256`
   *   (https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries).
   * - `stripe`: the header `stripe-signature` (https://docs.stripe.com/webhooks/signature).
   */
  readonly scheme: 'standard' | 'github' | 'stripe'
  /** As the sender has it. For `standard` it is base64, with or without `whsec_` before it. */
  readonly secret: string
  /**
   * How far the timestamp may be from `now`, on either side, in milliseconds; `Infinity` for any
   * distance. `github` has no timestamp. Default: 300,000, five minutes.
   */
  readonly tolerance?: number
  /** A number is milliseconds since 1970. Default: when the request was received. */
  readonly now?: globalThis.Date | number
}

/**
 * Resolves when the request is signed with this secret: its very bytes, at about this time. Of
 * several signatures, as a sender makes them while it changes its secret, one right one will do.
 *
 * Rejects with an `Error` that says what is wrong: a header that is missing or malformed, a
 * timestamp too old or too new, no right signature, or a body of which the journal kept only the
 * beginning. What is wrong with the secret itself is a `TypeError`.
 */
export async function verifyWebhook(
  request: Pick<
    ReceivedRequest,
    'headers' | 'body' | 'bodyTruncated' | 'receivedAt' | 'method' | 'path'
  >,
  { scheme, secret, tolerance = 300_000, now }: WebhookSecret,
): Promise<void> {
  if (!Object.hasOwn(schemes, scheme)) {
    const known = Object.keys(schemes).join(', ')
    throw new TypeError(`scheme must be one of ${known}, not \`${scheme}\`.`)
  }
  if (!secret) throw new TypeError(`The secret of \`${scheme}\` is empty.`)
  const { body, bodyTruncated, method, path } = request
  const bytes = schemes[scheme].toKey(secret)
  const { header, signatures, before, timestamp } = schemes[scheme].read(request)
  if (bodyTruncated) {
    const kept = `The journal kept only ${body.length} bytes of the body of ${method} ${path}`
    throw new Error(`${kept}, and all of it is signed: raise \`journal: { bodyBytes }\`.`)
  }
  if (timestamp !== undefined) checkTime(request, Number(timestamp), tolerance, now)

  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
  const content = concat(new TextEncoder().encode(before), body)
  for (const signature of signatures) {
    if (await crypto.subtle.verify(hmac, key, signature, content)) return
  }
  const signed = before === '' ? 'its body' : `\`${before}\` and its body`
  throw new Error(
    `The header \`${header}\` of ${method} ${path} has no signature of ${signed} that was made ` +
      `with this secret; the body has ${body.length} bytes, exactly as they were received.`,
  )
}

/** In whole seconds, as timestamps are. */
function checkTime(
  { method, path, receivedAt }: SignedRequest,
  timestamp: number,
  tolerance: number,
  now: globalThis.Date | number | undefined,
): void {
  const age = Math.floor(Number(now ?? receivedAt) / 1000) - timestamp
  const distance = Math.abs(age)
  if (distance * 1000 <= tolerance) return
  const verdict = age > 0 ? 'old' : 'new'
  const where = `${age > 0 ? 'before' : 'after'} ${now === undefined ? 'it was received' : '`now`'}`
  throw new Error(
    `The timestamp ${timestamp} of ${method} ${path} is too ${verdict}: it is ${distance} s ` +
      `${where}, and the tolerance is ${tolerance / 1000} s.`,
  )
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
