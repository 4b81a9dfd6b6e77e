// How the journal keeps a response. Most responses are ready replies, which are sent again and
// again. Their headers and short bodies are kept as they are. A long body is kept as a copy of its
// beginning that all its requests share, so that the journal never keeps a long body alive.

import type { RecordedResponse } from '../../model/http/request.ts'
import type { HeaderPairs } from '../../model/http/response.ts'
import { byteLength } from '../../model/json/utf8.ts'
import type { SentResponse } from '../recorder.ts'
import { createIsMasked, decodeBody, mask } from './capture.ts'

export interface KeptResponse {
  readonly headers: HeaderPairs
  /** Bytes are within the limit. A text may exceed it once it is encoded. */
  readonly body: string | Uint8Array
  /** The length of the whole body in bytes, if `body` is only its beginning. */
  readonly bodyBytes: number | undefined
  /** The approximate memory that it takes, in bytes. */
  readonly size: number
}

export interface ResponseKeeper {
  keep(response: SentResponse): KeptResponse
  show(kept: KeptResponse): RecordedResponse
}

/** Keeps `most` bytes of each body, and shows the values of `masked` headers masked. */
export function createResponseKeeper(most: number, masked: readonly string[]): ResponseKeeper {
  const isMasked = createIsMasked(masked)
  /** Shortened responses by their whole body, which this map does not keep alive. */
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
      // An endpoint usually sends the same response each time.
      if (body === last.body && headers === last.headers && bodyBytes === last.bodyBytes)
        return last
      if (typeof body !== 'string') {
        // It may be part of a larger buffer, which it would keep alive.
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

/** Returns as many whole characters as fit into `most` bytes. */
function beginningOf(text: string, most: number): Uint8Array {
  const bytes = new Uint8Array(most)
  const { written } = new TextEncoder().encodeInto(text, bytes)
  return bytes.subarray(0, written)
}

/** The memory of a byte array without its contents, in bytes. */
const bytesOverhead = 384

/** Counts shared data for each request, because any of them may be the last to keep it alive. */
function sizeOf(headers: HeaderPairs, body: string | Uint8Array): number {
  // A text may take two bytes per character.
  let size = typeof body === 'string' ? 2 * body.length : bytesOverhead + body.byteLength
  for (const pair of headers) size += pair[0].length + pair[1].length
  return size
}
