// How the body of a request or an answer is best read.
import type { RecordedAnswer, RecordedRequest } from '@mock-endpoint/core/client'
import { sizeText } from '../endpoints/size-text.ts'
import { checkJson } from '../json/check-json.ts'
import { formatJson } from '../json/format-json.ts'

/** What requests and answers have in common. */
export type Message = RecordedRequest | RecordedAnswer
export type Pair = readonly [name: string, value: string]

export type Reading =
  | { readonly kind: 'JSON'; readonly pretty: string }
  | { readonly kind: 'form'; readonly pairs: readonly Pair[] }
  | { readonly kind: 'text' | 'binary' }

/** More would keep the page from doing anything else. */
const longestFormatted = 2_000_000

export function readingOf({ body, bodyEncoding, bodyTruncated, headers }: Message): Reading {
  if (bodyEncoding !== undefined) return { kind: 'binary' }
  const isWhole = !bodyTruncated && body.length <= longestFormatted
  if (isWhole && checkJson(body) === undefined) return { kind: 'JSON', pretty: formatJson(body) }
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const isForm = isWhole && /^application\/x-www-form-urlencoded\b/i.test(type)
  return isForm ? { kind: 'form', pairs: pairsOf(body) } : { kind: 'text' }
}

/** The names and values of a query or of a form, decoded. */
export function pairsOf(query: string): readonly Pair[] {
  return [...new URLSearchParams(query)]
}

/** How long it is, how much of that is here, and what it is: `218 B, JSON`. */
export function sizeAndKind(message: Message, { kind }: Reading): string {
  const { body, bodyBytes, bodyTruncated } = message
  const length = sizeText(bodyBytes)
  if (body === '') return `${length}, not kept`
  const size = bodyTruncated
    ? `the first ${sizeText(bytesOf(message).length)} of ${length}`
    : length
  return `${size}, ${kind === 'binary' ? 'binary, shown as base64' : kind}`
}

export function bytesOf({ body, bodyEncoding }: Message): Uint8Array<ArrayBuffer> {
  if (bodyEncoding === undefined) return new TextEncoder().encode(body)
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
}
