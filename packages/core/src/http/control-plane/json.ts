// Answers of the control API.

import { byteLength } from '../../model/utf8.ts'

/** Longer texts are encoded once and sent as bytes; shorter ones go out with their headers. */
const longestText = 16 * 1024

/** An answer whose body is this JSON text. */
export function json(text: string, status = 200): Response {
  const body = text.length > longestText ? new TextEncoder().encode(text) : text
  const length = typeof body === 'string' ? byteLength(body) : body.byteLength
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
