// What an endpoint answers, made ready once so that a read has nothing left to do.
import type { Endpoint } from '../model/endpoint.ts'
import { byteLength } from '../model/utf8.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `null` for the statuses that carry none. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
  /** Milliseconds. */
  readonly delay: number
  /** About how many bytes of memory it takes. */
  readonly size: number
}

/** Statuses whose answers have no body (RFC 9110, 15.3.5, 15.3.6, 15.4.5). */
const withoutBody = new Set([204, 205, 304])

/** Longer texts are kept as bytes: they are sent as they are, where a text is encoded each time. */
const longestText = 2048

/** What a reply takes beside its body: the objects, their headers, its place in the cache. */
const overhead = 1024

export function toReply({ name, data, statusCode: status, delay }: Endpoint): Reply {
  const size = overhead + 2 * (name.length + data.length)
  if (withoutBody.has(status)) {
    // RFC 9110, 8.6: no Content-Length on 204, none needed on 304; 205 has to say that it is empty.
    const headers = status === 205 ? { ...common, 'content-length': '0' } : common
    return { status, headers, body: null, delay, size }
  }
  const bytes = data.length > longestText ? new TextEncoder().encode(data) : undefined
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes?.byteLength ?? byteLength(data)),
    ...common,
  }
  return { status, headers, body: bytes ?? data, delay, size }
}

const common = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
