// How the journal keeps and shows the headers and the body of a request.
import type { RecordedRequest } from '../../model/http/request.ts'
import { toBase64 } from '../../model/json/base64.ts'

/** The beginning of a body, and the length of the whole body. */
export interface CapturedBody {
  readonly bytes: Uint8Array
  readonly length: number
}

/** The body of a request or a response without one. */
export const noBody: CapturedBody = { bytes: new Uint8Array(0), length: 0 }

/** Returns the body with at most `most` bytes kept. */
export function shortened(body: CapturedBody, most: number): CapturedBody {
  const { bytes, length } = body
  return bytes.byteLength > most ? { bytes: bytes.slice(0, most), length } : body
}

/** Headers whose values are secrets. The daemon masks them. */
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
 * Returns a function that joins alternating names and values of headers into one text, and masks
 * the values of `masked`. Only one text, because each text that survives a garbage collection costs
 * more than the rest of the work for a request.
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
    // A client usually sends the same headers with each request.
    if (!areSame(headers, last)) {
      last = [...headers]
      lastText = last.join(separator)
    }
    return lastText
  }
}

/** Returns a function that checks whether the value of a header is masked. */
export function createIsMasked(masked: readonly string[]): (name?: string) => boolean {
  const names = new Set(masked)
  // The length alone rules out most headers, without a copy in lower case.
  const lengths = new Set(masked.map(({ length }) => length))
  return (name = '') => lengths.has(name.length) && names.has(name.toLowerCase())
}

/** The text in place of a masked value. */
export const mask = '***'

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** A character that no header may contain (RFC 9110, 5.5). */
const separator = '\0'

/** Returns the approximate memory of a request, in bytes. */
export function sizeOf(url: string, headers: string, body: CapturedBody): number {
  return overhead + url.length + headers.length + body.bytes.byteLength
}

/** Bytes for the objects of an entry, and for its texts without their characters. */
const overhead = 512

/** Splits the text of headers into pairs. */
export function splitHeaders(headers: string): [string, string][] {
  const parts = headers === '' ? [] : headers.split(separator)
  const list: [string, string][] = []
  for (let i = 0; i < parts.length; i += 2) list.push([parts[i] ?? '', parts[i + 1] ?? ''])
  return list
}

/** Returns the body as text, or as base64 if it is not valid UTF-8. */
export function decodeBody(
  bytes: Uint8Array,
  isTruncated: boolean,
): Pick<RecordedRequest, 'body' | 'bodyEncoding'> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    // A cut may split a character. In stream mode, that is not an error.
    return { body: decoder.decode(bytes, { stream: isTruncated }) }
  } catch {
    return { body: toBase64(bytes), bodyEncoding: 'base64' }
  }
}
