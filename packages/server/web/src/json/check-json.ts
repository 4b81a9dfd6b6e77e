// Whether a text is JSON (RFC 8259), and what is wrong with it in the words of the service.
import { Problem } from '@mock-endpoint/core/client'
import { readMembers } from '@mock-endpoint/core/documents'
import { endOfToken } from './json-tokens.ts'

export interface JsonFault {
  readonly offset: number
  readonly length: number
  /** A sentence with line and column. */
  readonly message: string
}

/** The first fault; `undefined` when the text is JSON. Takes time that grows with its length alone. */
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
