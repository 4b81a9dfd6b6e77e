// The values of JSON texts that are short when they are valid: names, numbers, booleans.
import { maxNameBytes } from '../endpoint/endpoint.ts'

/** A name in which every character is escaped, with its quotes. */
const longest = 6 * maxNameBytes + 2

/**
 * The value of a JSON text. A text that is longer than any valid value is not parsed: it becomes a
 * string that is too long, or `NaN`, which every field refuses as it refuses the value itself.
 */
export function readShortValue(text: string): unknown {
  if (text.length <= longest) return JSON.parse(text)
  return text.startsWith('"') ? 'x'.repeat(longest) : Number.NaN
}
