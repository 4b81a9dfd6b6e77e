// What the journal keeps of a request's headers and body, and how they are shown.
import type { RecordedRequest } from '../../model/http/request.ts'
import { toBase64 } from '../../model/json/base64.ts'

/** The beginning of a body, and how long the whole was. */
export interface CapturedBody {
  readonly bytes: Uint8Array
  readonly length: number
}

/** What a request or a response without a body has. */
export const noBody: CapturedBody = { bytes: new Uint8Array(0), length: 0 }

/** The body, of which no more than so many bytes are kept. */
export function shortened(body: CapturedBody, most: number): CapturedBody {
  const { bytes, length } = body
  return bytes.byteLength > most ? { bytes: bytes.slice(0, most), length } : body
}

/** The values of these headers are secrets; the daemon masks them. */
export const secretHeaders: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
]

/**
 * Makes the headers one text, with the values of these masked. Names and values in turn. One text,
 * as each that outlives a garbage collection costs more than all else that a request takes.
 */
export function createHeaderText(
  masked: readonly string[],
): (headers: readonly string[]) => string {
  const isMasked = createIsMasked(masked)
  function withoutSecrets(headers: readonly string[]): readonly string[] {
    let copy: string[] | undefined
    for (let i = 0; i < headers.length; i += 2) {
      if (!isMasked(headers[i])) continue
      copy ??= [...headers]
      copy[i + 1] = mask
    }
    return copy ?? headers
  }

  let last: readonly string[] = []
  let lastText = ''
  return (given) => {
    const headers = withoutSecrets(given)
    // A client sends the same headers time after time.
    if (!areSame(headers, last)) {
      last = [...headers]
      lastText = last.join(separator)
    }
    return lastText
  }
}

/** Whether the value of a header is a secret. */
export function createIsMasked(masked: readonly string[]): (name?: string) => boolean {
  const names = new Set(masked)
  // Most headers are told by their length, without a copy in lower case.
  const lengths = new Set(masked.map(({ length }) => length))
  return (name = '') => lengths.has(name.length) && names.has(name.toLowerCase())
}

/** What stands in place of a secret. */
export const mask = '***'

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Stands in no header (RFC 9110, 5.5). */
const separator = '\0'

/** About how many bytes of memory a request takes. */
export function sizeOf(url: string, headers: string, body: CapturedBody): number {
  return overhead + url.length + headers.length + body.bytes.byteLength
}

/** The objects of an entry, and what its texts take beside their characters. */
const overhead = 512

/** The text of headers, as pairs. */
export function splitHeaders(headers: string): [string, string][] {
  const parts = headers === '' ? [] : headers.split(separator)
  const list: [string, string][] = []
  for (let i = 0; i < parts.length; i += 2) list.push([parts[i] ?? '', parts[i + 1] ?? ''])
  return list
}

/** The body as text, or as base64 when it is no UTF-8. */
export function decodeBody(
  bytes: Uint8Array,
  isTruncated: boolean,
): Pick<RecordedRequest, 'body' | 'bodyEncoding'> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    // A cut may go through a character: as the beginning of a stream it is no fault.
    return { body: decoder.decode(bytes, { stream: isTruncated }) }
  } catch {
    return { body: toBase64(bytes), bodyEncoding: 'base64' }
  }
}
