// Parses JSON texts whose valid values are short: names, numbers, booleans.
import { maxNameBytes } from '../endpoint/endpoint.ts'

/** Length of the longest name, with every character escaped and with its quotes. */
const longest = 6 * maxNameBytes + 2

/**
 * Returns the value of a JSON text. A text that is longer than any valid value is not parsed. It
 * becomes a string that is too long, or `NaN`, which every field refuses as it refuses the value.
 */
export function readShortValue(text: string): unknown {
  if (text.length <= longest) return JSON.parse(text)
  return text.startsWith('"') ? 'x'.repeat(longest) : Number.NaN
}
