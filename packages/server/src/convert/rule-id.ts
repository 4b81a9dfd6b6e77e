// The id of a converted rule: the same in every run, so that a second import replaces the first.
import { createHash } from 'node:crypto'

/** Returns an id like `petstore-get-pets-id-1f3a9c2b`: words, and a hash that makes it unique. */
export function ruleId(endpoint: string, method: string, ...rest: readonly string[]): string {
  const all = [endpoint, method, ...rest]
  const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 8)
  return `${slug(all.join(' '), longest)}-${hash}`
}

/** Maximum length of the words in bytes (ASCII), so that the id stays within 255 bytes. */
const longest = 120

/** Returns the ASCII letters, digits and dots, in lower case, with hyphens for the rest. */
function slug(text: string, length: number): string {
  const words = text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return words.slice(0, length).replace(/^-+|-+$/g, '')
}
