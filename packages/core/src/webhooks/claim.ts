// What a request claims about its signature, and how it is read from headers. Nothing is verified
// here.
import type { ReceivedRequest } from '../client/requests/received-request.ts'
import type { HmacSecret } from '../model/delivery/webhook-secret.ts'
import { fromBase64 } from '../model/json/base64.ts'

/** What of a request the check of its signature reads. */
export type SignedRequest = Pick<
  ReceivedRequest,
  'headers' | 'body' | 'bodyTruncated' | 'receivedAt' | 'method' | 'path' | 'query'
>

export interface Claim {
  readonly key: Uint8Array<ArrayBuffer>
  /** As WebCrypto calls it. */
  readonly hash: string
  /** The name of the header that has the signatures. */
  readonly header: string
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
  /** What may be signed: a signature of any of these is right. */
  readonly contents: readonly Uint8Array<ArrayBuffer>[]
  /** What is signed, in words. */
  readonly signed: string
  /** What to look at when no signature is right, in words. */
  readonly hint: string
  /** In seconds since 1970. */
  readonly timestamp?: string
  /** The SHA-256 of the body in hexadecimal digits, where the signature covers that instead. */
  readonly bodySha256?: string
}

/** The claim of a sender that signs the body, and the text `before` it. */
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

/** What a header has of a timestamp, in words. */
export const seconds = 'whole seconds since 1970'

/** All that a header has of what it must have: at least one. */
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

/** At most 100 characters of it. */
export function shorten(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100)}…` : value
}

interface Format {
  /** The source of a regular expression. */
  readonly pattern: string
  readonly inWords: string
}

/**
 * How a signature of so many bytes is written. Receivers compare signatures as text: hexadecimal
 * digits in lower case, base64 with its padding and no stray bits.
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

/** In lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
