// Chooses how to show the body of a request or a response.
import type { RecordedRequest, RecordedResponse } from '@mock-endpoint/core/client'
import { prettyOf } from '../../json/pretty.ts'
import type { Pair } from '../../parts/pairs.tsx'
import { headerOf } from '../../words/header-of.ts'
import { sizeText } from '../../words/size-text.ts'
import { partsOf } from './multipart.ts'

/** A recorded request or response. */
export type Message = RecordedRequest | RecordedResponse

export type Reading =
  | { readonly kind: 'JSON'; readonly pretty: string }
  | { readonly kind: 'form'; readonly pairs: readonly Pair[] }
  | { readonly kind: 'text' | 'binary' }

export function readingOf({ body, bodyEncoding, bodyTruncated, headers }: Message): Reading {
  if (bodyEncoding !== undefined) return { kind: 'binary' }
  const pretty = bodyTruncated ? undefined : prettyOf(body)
  if (pretty !== undefined) return { kind: 'JSON', pretty }
  const type = headerOf(headers, 'content-type') ?? ''
  if (bodyTruncated) return { kind: 'text' }
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return { kind: 'form', pairs: pairsOf(body) }
  const pairs = /^multipart\/form-data\b/i.test(type) ? partsOf(body, type) : undefined
  return pairs ? { kind: 'form', pairs } : { kind: 'text' }
}

/** Returns the decoded names and values of a query or a form. */
export function pairsOf(query: string): readonly Pair[] {
  return [...new URLSearchParams(query)]
}

/** Returns the length of a body, the length of the kept part, and the kind: `218 B, JSON`. */
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
