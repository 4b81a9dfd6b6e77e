// What a request claims of its signature, scheme by scheme. Nothing is verified here.
import type { ReceivedRequest } from '../client/received-request.ts'

/** What of a request the check of its signature reads. */
export type SignedRequest = Pick<
  ReceivedRequest,
  'headers' | 'body' | 'bodyTruncated' | 'receivedAt' | 'method' | 'path'
>

interface Claim {
  /** The name of the header that has the signatures. */
  readonly header: string
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
  /** What is signed in front of the body. */
  readonly before: string
  /** In seconds since 1970. */
  readonly timestamp?: string
}

interface Scheme {
  /** The key of the HMAC-SHA256. Throws a `TypeError` when the secret is malformed. */
  toKey(secret: string): Uint8Array<ArrayBuffer>
  /** Throws an `Error` when a header is missing or malformed. */
  read(request: SignedRequest): Claim
}

// Receivers compare signatures as text: hexadecimal digits in lower case, base64 as it is written.
const base64 = '44 characters of base64'
const hex = '64 hexadecimal digits in lower case'
const seconds = 'whole seconds since 1970'

export const schemes: Readonly<Record<'standard' | 'github' | 'stripe', Scheme>> = {
  // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
  standard: {
    toKey(secret) {
      const text = secret.replace(/^whsec_/, '')
      if (/^[A-Za-z\d+/]+={0,2}$/.test(text) && text.length % 4 === 0) return fromBase64(text)
      throw new TypeError('The secret of `standard` must be base64, with or without `whsec_`.')
    },
    read(request) {
      const names = [...request.headers.keys()]
      const isSvix = !names.includes('webhook-id') && names.some((name) => /^svix-/.test(name))
      const prefix = isSvix ? 'svix' : 'webhook'
      const header = `${prefix}-signature`
      const signature = /(?<=^v1,| v1,)[A-Za-z\d+/]{42}[AEIMQUYcgkosw048]=(?= |$)/g
      const [id] = find(request, `${prefix}-id`, /^.+$/g, 'an id')
      const [timestamp] = find(request, `${prefix}-timestamp`, /^\d{1,11}$/g, seconds)
      const signatures = find(request, header, signature, `\`v1,\` and ${base64}`).map(fromBase64)
      return { header, signatures, before: `${id}.${timestamp}.`, timestamp }
    },
  },
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  github: {
    toKey: (secret) => new TextEncoder().encode(secret),
    read(request) {
      const header = 'x-hub-signature-256'
      const signature = /(?<=^sha256=)[\da-f]{64}$/g
      const signatures = find(request, header, signature, `\`sha256=\` and ${hex}`).map(fromHex)
      return { header, signatures, before: '' }
    },
  },
  // https://docs.stripe.com/webhooks/signature
  stripe: {
    toKey: (secret) => new TextEncoder().encode(secret),
    read(request) {
      const header = 'stripe-signature'
      const signature = /(?<=^v1=|,v1=)[\da-f]{64}(?=,|$)/g
      const time = /(?<=^t=|,t=)\d{1,11}(?=,|$)/g
      const [timestamp] = find(request, header, time, `\`t=\` and ${seconds}`)
      const signatures = find(request, header, signature, `\`v1=\` and ${hex}`).map(fromHex)
      return { header, signatures, before: `${timestamp}.`, timestamp }
    },
  },
}

/** All that a header has of what it must have: at least one. */
function find(
  { headers, method, path }: SignedRequest,
  name: string,
  pattern: RegExp,
  expected: string,
): [string, ...string[]] {
  const value = headers.get(name)
  if (value === null) throw new Error(`${method} ${path} has no header \`${name}\`.`)
  const [first, ...others] = value.match(pattern) ?? []
  if (first !== undefined) return [first, ...others]
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value
  const found = value === '' ? 'is empty' : `is \`${shown}\``
  throw new Error(
    `The header \`${name}\` of ${method} ${path} must have ${expected}, but it ${found}.`,
  )
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}
