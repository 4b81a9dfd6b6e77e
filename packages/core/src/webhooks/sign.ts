// Signs a webhook as its sender does, for each scheme.

import type { WebhookSecret } from '../model/delivery/webhook-secret.ts'
import { toBase64 } from '../model/json/base64.ts'
import { globalClock } from '../model/time/clock.ts'
import { concat, encode, toHex } from './claim.ts'
import { hmacOptionsOf, readHmacOptions } from './hmac.ts'
import { standardKey } from './schemes.ts'
import { toTwilioContent, twilioHeader } from './twilio.ts'

/** A webhook that is about to be sent. */
export interface UnsignedWebhook {
  /** The URL that it is sent to. Only `twilio` signs it, unless its options have another URL. */
  readonly url?: string
  /** The body, exactly as it is sent. Default: empty. */
  readonly body?: string | Uint8Array
  /** The `content-type`. `twilio` signs the parameters of a form. Default: not a form. */
  readonly contentType?: string
  /** The id, only for `standard`. Default: a new one, such as `msg_0b9e…`. */
  readonly id?: string
  /** The time when it is sent. A number is in milliseconds since 1970. Default: now. */
  readonly time?: globalThis.Date | number
}

/** The signature that a sender adds to a webhook. */
export interface SignedWebhook {
  /** The headers to add, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Only for `twilio`: the URL to call. Its query has the SHA-256 of a body that is not a form. */
  readonly url?: string
}

interface Signing extends Pick<SignedWebhook, 'url'> {
  /** The name of the hash function in WebCrypto. */
  readonly hash: string
  readonly key: Uint8Array<ArrayBuffer>
  readonly content: Uint8Array<ArrayBuffer>
  headersOf(signature: Uint8Array): Readonly<Record<string, string>>
}

export async function sign(
  webhook: UnsignedWebhook,
  options: WebhookSecret,
): Promise<SignedWebhook> {
  const { hash, key, content, url, headersOf } = await toSigning(webhook, options)
  const hmac = { name: 'HMAC', hash }
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign'])
  const signature = await crypto.subtle.sign(hmac, imported, content)
  return { headers: headersOf(new Uint8Array(signature)), ...(url !== undefined && { url }) }
}

async function toSigning(webhook: UnsignedWebhook, options: WebhookSecret): Promise<Signing> {
  const body = bytesOf(webhook.body ?? '')
  const { secret } = options
  const timestamp = timestampOf(webhook.time)
  switch (options.scheme) {
    case 'standard': {
      const { id = newId() } = webhook
      return {
        hash: 'SHA-256',
        key: standardKey(secret),
        content: concat(encode(`${id}.${timestamp}.`), body),
        headersOf: (signature) => ({
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${toBase64(signature)}`,
        }),
      }
    }
    case 'stripe':
      return {
        hash: 'SHA-256',
        key: encode(secret),
        content: concat(encode(`${timestamp}.`), body),
        headersOf: (signature) => ({
          'stripe-signature': `t=${timestamp},v1=${toHex(signature)}`,
        }),
      }
    case 'twilio': {
      const { contentType = '' } = webhook
      const signed = await toTwilioContent(options.url ?? webhook.url, body, contentType)
      return {
        hash: 'SHA-1',
        key: encode(secret),
        content: encode(signed.content),
        url: signed.url,
        headersOf: (signature) => ({ [twilioHeader]: toBase64(signature) }),
      }
    }
    default: {
      const { hash, before, header, prefix, encoding, timestampHeader } = readHmacOptions(
        hmacOptionsOf(options),
      )
      const write = encoding === 'hex' ? toHex : toBase64
      return {
        hash: hash.name,
        key: encode(secret),
        content: concat(encode(before.replaceAll('{timestamp}', timestamp)), body),
        headersOf: (signature) => ({
          ...(timestampHeader !== undefined && { [timestampHeader.toLowerCase()]: timestamp }),
          [header.toLowerCase()]: prefix + write(signature),
        }),
      }
    }
  }
}

/** Returns a time in whole seconds since 1970. */
function timestampOf(time: globalThis.Date | number = globalClock.time()): string {
  const seconds = Math.floor(Number(time) / 1000)
  if (seconds >= 0 && Number.isSafeInteger(seconds)) return String(seconds)
  throw new TypeError(`time must be a Date, or milliseconds since 1970, not \`${time}\`.`)
}

function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? encode(body) : Uint8Array.from(body)
}

function newId(): string {
  return `msg_${crypto.randomUUID().replaceAll('-', '')}`
}
