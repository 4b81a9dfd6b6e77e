// The signature that a request claims to have, and how it is read from headers. Nothing is verified
// here.
import type { ReceivedRequest } from '../client/requests/received-request.ts'
import type { HmacSecret } from '../model/delivery/webhook-secret.ts'
import { fromBase64 } from '../model/json/base64.ts'

/** The parts of a request that the check of its signature reads. */
export type SignedRequest = Pick<
  ReceivedRequest,
  'headers' | 'body' | 'bodyTruncated' | 'receivedAt' | 'method' | 'path' | 'query'
>

export interface Claim {
  readonly key: Uint8Array<ArrayBuffer>
  /** The name of the hash function in WebCrypto. */
  readonly hash: string
  /** The name of the header that has the signatures. */
  readonly header: string
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
  /** The contents that may be signed. A signature of any of them is valid. */
  readonly contents: readonly Uint8Array<ArrayBuffer>[]
  /** A description of the signed content. */
  readonly signed: string
  /** A hint for the case that no signature is valid. */
  readonly hint: string
  /** In seconds since 1970. */
  readonly timestamp?: string
  /** The SHA-256 of the body in hexadecimal digits, if the signature covers it, not the body. */
  readonly bodySha256?: string
}

/** Returns the claim of a sender that signs the body, with the text `before` in front of it. */
export function claimBody(
  { body }: SignedRequest,
  before: string,
  claim: Pick<Claim, 'key' | 'header' | 'signatures' | 'timestamp'> & Partial<Claim>,
): Claim {
  return {
    hash: 'SHA-256',
    contents: [concat(encode(before), body)],
    signed: before === '' ? 'its body' : `\`${before}\` and its body`,
    hint: `the body has ${body.length} bytes, exactly as they were received`,
    ...claim,
  }
}

/** A description of the timestamp in a header. */
export const seconds = 'whole seconds since 1970'

/** Returns all matches of the pattern in a header. Throws an `Error` if there is none. */
export function find(
  { headers, method, path }: SignedRequest,
  name: string,
  pattern: RegExp,
  expected: string,
): [string, ...string[]] {
  const value = headers.get(name)
  if (value === null) throw new Error(`${method} ${path} has no header \`${name}\`.`)
  const [first, ...others] = value.match(pattern) ?? []
  if (first !== undefined) return [first, ...others]
  const found = value === '' ? 'is empty' : `is \`${shorten(value)}\``
  throw new Error(
    `The header \`${name}\` of ${method} ${path} must have ${expected}, but it ${found}.`,
  )
}

/** Returns a text, cut to 100 characters and an ellipsis if it is longer. */
export function shorten(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100)}…` : value
}

interface Format {
  /** The source of a regular expression. */
  readonly pattern: string
  readonly inWords: string
}

/**
 * Returns the format of a signature of so many bytes. Receivers compare signatures as text, so only
 * hexadecimal digits in lower case are valid, and only base64 with padding and no stray bits.
 */
export function formatOf(encoding: Encoding, bytes: number): Format {
  if (encoding === 'hex') {
    const length = bytes * 2
    const inWords = `${length} hexadecimal digits in lower case`
    return { pattern: `[\\da-f]{${length}}`, inWords }
  }
  const ends = ['', '[AQgw]==', '[AEIMQUYcgkosw048]=']
  const pattern = `[A-Za-z\\d+/]{${Math.floor((bytes * 8) / 6)}}${ends[bytes % 3]}`
  return { pattern, inWords: `${Math.ceil(bytes / 3) * 4} characters of base64` }
}

type Encoding = NonNullable<HmacSecret['encoding']>

export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export function decode(encoding: Encoding, text: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'base64') return fromBase64(text)
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

/** Returns hexadecimal digits in lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
