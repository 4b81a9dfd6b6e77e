// Formats a text for reading, if it is JSON.
import { checkJson } from './check-json.ts'
import { formatJson } from './format-json.ts'

/** In characters. Formatting more would block the page. */
const longest = 2_000_000

/** Returns the formatted text, or `undefined` if it is not JSON, or is or would become too long. */
export function prettyOf(text: string): string | undefined {
  return text.length > longest || checkJson(text) ? undefined : formatJson(text)
}
