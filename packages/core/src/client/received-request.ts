// A request as a test sees it, made of the journal's record.
import type { Outcome, RecordedRequest } from '../model/request.ts'
import { visible } from './visible.ts'

/** A request that somebody made. */
export interface ReceivedRequest {
  /** Grows with each request. */
  readonly id: number
  /** The endpoint that answers it; `null` when it is unmatched. */
  readonly endpoint: string | null
  readonly method: string
  /** As it was sent: nothing decoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** In the order, and where the runtime tells it, in the case in which they were sent. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[]
  /** The body, or its beginning when `bodyTruncated`. */
  readonly body: Uint8Array
  /** The body as text; what is no UTF-8 is replaced by U+FFFD. */
  readonly text: string
  /** The body, parsed. Reading it throws a sentence when it is no JSON. */
  readonly json: unknown
  /** How long the whole body was, in bytes. */
  readonly bodyBytes: number
  readonly bodyTruncated: boolean
  readonly receivedAt: globalThis.Date
  /** `null` while it is pending, and when it was aborted. */
  readonly statusCode: number | null
  /** What became of it, as far as is known when this was read. */
  readonly outcome: Outcome
  /** From its arrival to its end, in milliseconds; `null` while it is pending. */
  readonly durationMs: number | null
  /** Up to three names close to the one asked for, when it is unmatched. */
  readonly nearMisses: readonly string[]
}

export function toReceived(record: RecordedRequest): ReceivedRequest {
  const { body: given, bodyEncoding, headers: rawHeaders, query, ...rest } = record
  const { method, path, receivedAt, nearMisses = [] } = record
  const body = bodyEncoding === 'base64' ? fromBase64(given) : new TextEncoder().encode(given)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const text = bodyEncoding === 'base64' ? decoder.decode(body) : given
  const fields: Omit<ReceivedRequest, 'json'> = {
    ...rest,
    query: new URLSearchParams(query),
    headers: toHeaders(rawHeaders),
    rawHeaders,
    body,
    text,
    receivedAt: new globalThis.Date(receivedAt),
    nearMisses,
  }
  // Behind the fields: who compares or prints a request does not mean to parse its body.
  const parsed = {
    get json(): unknown {
      try {
        return JSON.parse(text.replace(/^\uFEFF/, ''))
      } catch (cause) {
        const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
        const sentence = `The body of ${method} ${path} is no JSON: \`${visible(shown)}\`.`
        throw new Error(sentence, { cause })
      }
    },
  }
  return Object.assign(Object.create(parsed) as typeof parsed, fields)
}

/** Without those that only a parser of HTTP lets through. */
function toHeaders(pairs: RecordedRequest['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs) {
    try {
      headers.append(name, value)
    } catch {
      // `rawHeaders` has it.
    }
  }
  return headers
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
