// What the journal keeps of a request's headers and body, and how they are shown.
import type { RecordedRequest } from '../model/request.ts'

/** The beginning of a body, and how long the whole was. */
export interface CapturedBody {
  readonly bytes: Uint8Array
  readonly length: number
}

export const noBody: CapturedBody = { bytes: new Uint8Array(0), length: 0 }

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

/** The headers with the values of these masked. Names and values in turn. */
export function maskHeaders(
  headers: readonly string[],
  masked: ReadonlySet<string>,
): readonly string[] {
  const isSecret = (i: number): boolean => masked.has((headers[i] ?? '').toLowerCase())
  let copy: string[] | undefined
  for (let i = 0; i < headers.length; i += 2) {
    if (!isSecret(i)) continue
    copy ??= [...headers]
    copy[i + 1] = '***'
  }
  return copy ?? headers
}

/** About how many bytes of memory a request takes. */
export function sizeOf(url: string, headers: readonly string[], body: CapturedBody): number {
  let characters = url.length
  for (const text of headers) characters += text.length
  return overhead + characters + body.bytes.byteLength
}

/** The objects of an entry, and what each header takes beside its text. */
const overhead = 1024

/** Names and values in turn, as pairs. */
export function toPairs(headers: readonly string[]): [string, string][] {
  const list: [string, string][] = []
  for (let i = 0; i < headers.length; i += 2) list.push([headers[i] ?? '', headers[i + 1] ?? ''])
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
    const characters = Array.from(bytes, (byte) => String.fromCharCode(byte))
    return { body: btoa(characters.join('')), bodyEncoding: 'base64' }
  }
}
