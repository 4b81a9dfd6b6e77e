// Checks whether a text is valid JSON (RFC 8259), and describes its fault in the service's words.
import { Problem } from '@mock-endpoint/core/client'
import { readMembers } from '@mock-endpoint/core/documents'
import { endOfToken } from './json-tokens.ts'

export interface JsonFault {
  readonly offset: number
  readonly length: number
  /** A sentence with line and column. */
  readonly message: string
}

/** Returns the first fault, or `undefined` for valid JSON. Its time depends only on the length. */
export function checkJson(text: string): JsonFault | undefined {
  try {
    const reading = readMembers(text, () => {})
    while (!reading.next().done);
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { line = 1, column = 1 } = error.extensions
    const offset = offsetOf(text, line, column)
    const end = Math.min(endOfToken(text, offset), text.length)
    return { offset, length: end - offset, message: error.message }
  }
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let i = 1; i < line; i++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}
