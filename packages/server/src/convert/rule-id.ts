// The id of a converted rule: the same in every run, so that a second import replaces the first.
import { createHash } from 'node:crypto'

/** Such as `petstore-get-pets-id-1f3a9c2b`: for people to read, and a hash that tells all apart. */
export function ruleId(endpoint: string, method: string, ...rest: readonly string[]): string {
  const all = [endpoint, method, ...rest]
  const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 8)
  return `${slug(all.join(' '), longest)}-${hash}`
}

/** In characters of one byte, so that the id stays within 255 bytes. */
const longest = 120

/** Lower-case letters and digits of ASCII, and hyphens between them. */
function slug(text: string, length: number): string {
  const words = text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return words.slice(0, length).replace(/^-+|-+$/g, '')
}
