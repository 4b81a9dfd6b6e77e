/**
 * Signs webhooks as their senders do, and verifies the signatures of received webhooks. It uses
 * WebCrypto, so it runs on any runtime.
 * @module @mock-endpoint/core/webhooks
 */

import type { WebhookSecret } from './model/delivery/webhook-secret.ts'
import { type SignedRequest, toHex } from './webhooks/claim.ts'
import { readClaim } from './webhooks/schemes.ts'
import { type SignedWebhook, sign, type UnsignedWebhook } from './webhooks/sign.ts'

export type { ReceivedRequest, RequestSnapshot } from './client/requests/received-request.ts'
export type {
  HmacSecret,
  TwilioSecret,
  VendorSecret,
  WebhookSecret,
  WebhookSecretOptions,
} from './model/delivery/webhook-secret.ts'
export type { Forwarded, Outcome } from './model/http/request.ts'
export type { NetworkFault, RuleMismatch } from './model/rule/rule.ts'
export type { SignedWebhook, UnsignedWebhook } from './webhooks/sign.ts'

/**
 * Resolves to the headers that a sender with this secret adds, which `verifyWebhook` and the
 * libraries of the vendors check. Rejects with a `TypeError` if the secret, another option or the
 * URL is wrong.
 */
export async function signWebhook(
  webhook: UnsignedWebhook,
  options: WebhookSecret,
): Promise<SignedWebhook> {
  checkSecret(options)
  return sign(webhook, options)
}

function checkSecret({ scheme, secret }: WebhookSecret): void {
  if (!secret) throw new TypeError(`The secret of \`${scheme}\` is empty.`)
}

/**
 * Resolves if the exact bytes of the request are signed with this secret, at about this time. A
 * sender that is changing its secret sends several signatures, of which one must be valid.
 *
 * Rejects with an `Error` that describes what is wrong: a missing or malformed header, a timestamp
 * that is too old or too new, no valid signature, or a body of which the journal kept only the
 * beginning. Rejects with a `TypeError` if the secret or another option is wrong.
 */
export async function verifyWebhook(request: SignedRequest, options: WebhookSecret): Promise<void> {
  checkRequest(request)
  const { body, bodyTruncated, method, path } = request
  const { tolerance = 300_000, now } = options
  checkSecret(options)
  const { key: bytes, hash, header, signatures, contents, ...claim } = readClaim(request, options)
  if (bodyTruncated) {
    const kept = `The journal kept only ${body.length} bytes of the body of ${method} ${path}`
    throw new Error(`${kept}, and all of it is signed: raise \`journal: { bodyBytes }\`.`)
  }
  if (claim.timestamp !== undefined) checkTime(request, Number(claim.timestamp), tolerance, now)
  if (claim.bodySha256 !== undefined) await checkBodyHash(request, claim.bodySha256)

  const hmac = { name: 'HMAC', hash }
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
  for (const signature of signatures) {
    for (const content of contents) {
      if (await crypto.subtle.verify(hmac, key, signature, content)) return
    }
  }
  throw new Error(
    `The header \`${header}\` of ${method} ${path} has no signature of ${claim.signed} that was ` +
      `made with this secret; ${claim.hint}.`,
  )
}

/** Throws for other objects with headers and a body, which plain JavaScript may pass. */
function checkRequest({ headers, method, receivedAt }: Partial<SignedRequest>): void {
  const isReceived = typeof headers?.get === 'function' && method !== undefined && receivedAt
  if (isReceived) return
  throw new TypeError(
    'verifyWebhook() takes a request that a mock has received, such as `await mock.waitForRequest()` returns.',
  )
}

/** Throws if the timestamp is too old or too new. Compares whole seconds, as timestamps are. */
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

async function checkBodyHash(
  { body, method, path }: SignedRequest,
  expected: string,
): Promise<void> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(body)))
  const actual = toHex(digest)
  if (actual === expected) return
  throw new Error(
    `The parameter \`bodySHA256\` of ${method} ${path} is \`${expected}\`, but the SHA-256 of ` +
      `its body is \`${actual}\`; the body has ${body.length} bytes, exactly as they were received.`,
  )
}
