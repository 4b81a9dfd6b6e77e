// Responses of the control API.
import { commonHeaders, type PlainResponse } from '../../model/response.ts'
import { byteLength } from '../../model/utf8.ts'

/** Longer texts are encoded once and sent as bytes; shorter ones go out with their headers. */
const longestText = 16 * 1024

/** A response whose body is this JSON text. */
export function jsonResponse(text: string, status = 200): PlainResponse {
  const body = text.length > longestText ? new TextEncoder().encode(text) : text
  const length = typeof body === 'string' ? byteLength(body) : body.byteLength
  const headers: PlainResponse['headers'] = [
    ['content-type', 'application/json'],
    ['content-length', String(length)],
    ...commonHeaders,
  ]
  return { status, headers, body }
}
