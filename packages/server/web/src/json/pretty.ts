// A text made readable, where it is JSON.
import { checkJson } from './check-json.ts'
import { formatJson } from './format-json.ts'

/** More would keep the page from doing anything else. */
const longest = 2_000_000

/** `undefined` when it is not JSON, or is or would become too long. */
export function prettyOf(text: string): string | undefined {
  return text.length > longest || checkJson(text) ? undefined : formatJson(text)
}
