// The scheme `hmac`, and those of vendors that are it with fixed options.
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
import type { HmacSecret } from './webhook-secret.ts'

const hashes = {
  sha1: { name: 'SHA-1', bytes: 20 },
  sha256: { name: 'SHA-256', bytes: 32 },
  sha384: { name: 'SHA-384', bytes: 48 },
  sha512: { name: 'SHA-512', bytes: 64 },
} as const

/** Throws a `TypeError` when an option is wrong, an `Error` when a header is missing or malformed. */
export function readHmac(request: SignedRequest, options: Omit<HmacSecret, 'scheme'>): Claim {
  const { secret, header, prefix = '', encoding = 'hex', algorithm = 'sha256' } = options
  const { timestampHeader, before = timestampHeader === undefined ? '' : '{timestamp}.' } = options
  checkHeaderName('header', header)
  checkChoice('encoding', encoding, ['hex', 'base64'])
  checkChoice('algorithm', algorithm, Object.keys(hashes))
  if (timestampHeader !== undefined) checkHeaderName('timestampHeader', timestampHeader)
  if (before.includes('{timestamp}') !== (timestampHeader !== undefined)) {
    const rule = 'must have `{timestamp}` exactly when `timestampHeader` is given'
    throw new TypeError(`before ${rule}, but it is \`${before}\`.`)
  }

  const { name, bytes } = hashes[algorithm]
  const { pattern, inWords } = formatOf(encoding, bytes)
  const whole = new RegExp(`(?<=^${prefix.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})${pattern}$`, 'g')
  const expected = prefix === '' ? inWords : `\`${prefix}\` and ${inWords}`
  const [signature] = find(request, header, whole, expected)
  const claim = {
    key: encode(secret),
    hash: name,
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
