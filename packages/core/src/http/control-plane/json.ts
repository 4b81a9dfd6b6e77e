// Answers of the control API.
import { type Answer, commonHeaders } from '../../model/answer.ts'
import { byteLength } from '../../model/utf8.ts'

/** Longer texts are encoded once and sent as bytes; shorter ones go out with their headers. */
const longestText = 16 * 1024

/** An answer whose body is this JSON text. */
export function jsonAnswer(text: string, status = 200): Answer {
  const body = text.length > longestText ? new TextEncoder().encode(text) : text
  const length = typeof body === 'string' ? byteLength(body) : body.byteLength
  const headers: Answer['headers'] = [
    ['content-type', 'application/json'],
    ['content-length', String(length)],
    ...commonHeaders,
  ]
  return { status, headers, body }
}
