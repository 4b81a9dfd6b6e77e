// What the journal keeps of a response. Most responses are ready replies, sent again and again: their
// headers and short bodies are kept as they are, and of a long body a beginning that all its requests
// share, so that the journal never keeps a long body alive.

import type { RecordedResponse } from '../../model/http/request.ts'
import type { HeaderPairs } from '../../model/http/response.ts'
import { byteLength } from '../../model/json/utf8.ts'
import type { SentResponse } from '../recorder.ts'
import { createIsMasked, decodeBody, mask } from './capture.ts'

export interface KeptResponse {
  readonly headers: HeaderPairs
  /** Of bytes, no more than are kept. A text may turn out longer once it is bytes. */
  readonly body: string | Uint8Array
  /** How many bytes the whole body has, where `body` does not tell. */
  readonly bodyBytes: number | undefined
  /** About how many bytes of memory it takes. */
  readonly size: number
}

export interface ResponseKeeper {
  keep(response: SentResponse): KeptResponse
  show(kept: KeptResponse): RecordedResponse
}

/** Keeps this many bytes of each body, and shows headers with the values of these masked. */
export function createResponseKeeper(most: number, masked: readonly string[]): ResponseKeeper {
  const isMasked = createIsMasked(masked)
  /** By the body of which they keep a beginning; that body is not kept alive by it. */
  const cut = new WeakMap<Uint8Array, KeptResponse>()
  let last = keptResponse([], '', undefined)

  function keepCut(headers: HeaderPairs, body: Uint8Array): KeptResponse {
    const known = cut.get(body)
    if (known?.headers === headers) return known
    const beginning = known?.body ?? body.slice(0, most)
    const kept = keptResponse(headers, beginning, body.byteLength)
    cut.set(body, kept)
    return kept
  }

  return {
    keep({ headers, body: given, bodyBytes }) {
      const body = given ?? ''
      // An endpoint answers the same time after time.
      if (body === last.body && headers === last.headers && bodyBytes === last.bodyBytes)
        return last
      if (typeof body !== 'string') {
        // It may be a part of more, which it would keep alive.
        if (body.byteLength > most || body.buffer.byteLength > most) return keepCut(headers, body)
      } else if (body.length > most) {
        return keptResponse(headers, beginningOf(body, most), byteLength(body))
      }
      last = keptResponse(headers, body, bodyBytes)
      return last
    },
    show({ headers, body, bodyBytes }) {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
      const kept = bytes.subarray(0, most)
      const length = bodyBytes ?? bytes.byteLength
      const isTruncated = kept.byteLength < length
      return {
        headers: headers.map(([name, value]) => [name, isMasked(name) ? mask : value]),
        ...decodeBody(kept, isTruncated),
        bodyBytes: length,
        bodyTruncated: isTruncated,
      }
    },
  }
}

export function keptResponse(
  headers: HeaderPairs,
  body: string | Uint8Array,
  bodyBytes: number | undefined,
): KeptResponse {
  return { headers, body, bodyBytes, size: sizeOf(headers, body) }
}

/** As many whole characters as fit. */
function beginningOf(text: string, most: number): Uint8Array {
  const bytes = new Uint8Array(most)
  const { written } = new TextEncoder().encodeInto(text, bytes)
  return bytes.subarray(0, written)
}

/** The object of bytes, and what lies beside them. */
const bytesOverhead = 384

/** Counts what several requests share for each of them: it may be the last that keeps it alive. */
function sizeOf(headers: HeaderPairs, body: string | Uint8Array): number {
  // A text may take two bytes a character.
  let size = typeof body === 'string' ? 2 * body.length : bytesOverhead + body.byteLength
  for (const pair of headers) size += pair[0].length + pair[1].length
  return size
}
