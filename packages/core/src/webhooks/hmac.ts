// The scheme `hmac`, and the schemes of vendors that are `hmac` with fixed options.

import type { HmacSecret, VendorSecret } from '../model/delivery/webhook-secret.ts'
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

const hashes = {
  sha1: { name: 'SHA-1', bytes: 20 },
  sha256: { name: 'SHA-256', bytes: 32 },
  sha384: { name: 'SHA-384', bytes: 48 },
  sha512: { name: 'SHA-512', bytes: 64 },
} as const

type HmacOptions = Omit<HmacSecret, 'scheme'>

/** Returns the `hmac` options of a vendor's scheme. Throws a `TypeError` for an unknown scheme. */
export function hmacOptionsOf(options: HmacSecret | VendorSecret): HmacOptions {
  const { scheme, secret } = options
  switch (scheme) {
    case 'hmac':
      return options
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
    case 'github':
      return { secret, header: 'x-hub-signature-256', prefix: 'sha256=' }
    // https://docs.slack.dev/authentication/verifying-requests-from-slack
    case 'slack': {
      const timestampHeader = 'x-slack-request-timestamp'
      const signed = { timestampHeader, before: 'v0:{timestamp}:' }
      return { secret, header: 'x-slack-signature', prefix: 'v0=', ...signed }
    }
    // https://shopify.dev/docs/apps/build/webhooks/verify-deliveries
    case 'shopify':
      return { secret, header: 'x-shopify-hmac-sha256', encoding: 'base64' }
    default: {
      const known = 'standard, github, stripe, slack, shopify, twilio, hmac'
      throw new TypeError(`scheme must be one of ${known}, not \`${scheme}\`.`)
    }
  }
}

/** The options of `hmac`, with their defaults. */
export interface ReadHmac {
  readonly header: string
  readonly prefix: string
  readonly encoding: 'hex' | 'base64'
  readonly hash: { readonly name: string; readonly bytes: number }
  readonly timestampHeader: string | undefined
  readonly before: string
}

/** Returns the options with their defaults. Throws a `TypeError` if one is wrong. */
export function readHmacOptions(options: HmacOptions): ReadHmac {
  const { header, prefix = '', encoding = 'hex', algorithm = 'sha256' } = options
  const { timestampHeader, before = timestampHeader === undefined ? '' : '{timestamp}.' } = options
  checkHeaderName('header', header)
  checkChoice('encoding', encoding, ['hex', 'base64'])
  checkChoice('algorithm', algorithm, Object.keys(hashes))
  if (timestampHeader !== undefined) checkHeaderName('timestampHeader', timestampHeader)
  if (before.includes('{timestamp}') !== (timestampHeader !== undefined)) {
    const rule = 'must have `{timestamp}` exactly when `timestampHeader` is given'
    throw new TypeError(`before ${rule}, but it is \`${before}\`.`)
  }
  return { header, prefix, encoding, hash: hashes[algorithm], timestampHeader, before }
}

/** Throws a `TypeError` if an option is wrong, an `Error` if a header is missing or malformed. */
export function readHmac(request: SignedRequest, options: HmacOptions): Claim {
  const { header, prefix, encoding, hash, timestampHeader, before } = readHmacOptions(options)
  const { pattern, inWords } = formatOf(encoding, hash.bytes)
  const whole = new RegExp(`(?<=^${prefix.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})${pattern}$`, 'g')
  const expected = prefix === '' ? inWords : `\`${prefix}\` and ${inWords}`
  const [signature] = find(request, header, whole, expected)
  const claim = {
    key: encode(options.secret),
    hash: hash.name,
    header,
    signatures: [decode(encoding, signature)],
  }
  if (timestampHeader === undefined) return claimBody(request, before, claim)
  const [timestamp] = find(request, timestampHeader, /^\d{1,11}$/g, seconds)
  return claimBody(request, before.replaceAll('{timestamp}', timestamp), { ...claim, timestamp })
}

function checkHeaderName(option: string, name: unknown): void {
  if (typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return
  throw new TypeError(`${option} must be the name of a header, not \`${name}\`.`)
}

function checkChoice(option: string, choice: string, allowed: readonly string[]): void {
  if (allowed.includes(choice)) return
  throw new TypeError(`${option} must be one of ${allowed.join(', ')}, not \`${choice}\`.`)
}
