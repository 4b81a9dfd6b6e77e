// The id of a recording: the same for the same request, so that it replaces the recording before.
import type { RuleWhen } from '../model/rule/rule.ts'

/** Such as `github-get-repos-octokit-1f3a9c2b4d`: for people to read, and a hash that tells all apart. */
export function recordingId(endpoint: string, when: RuleWhen): string {
  const { method = '', path = '', queryString = '' } = when
  const words = slug([endpoint, method, path, queryString].flat().join(' '))
  return `${words}-${hash(JSON.stringify([endpoint, sorted(when)]))}`
}

/** In characters of one byte, so that the id stays within 255 bytes. */
const longest = 80

/** Lower-case letters and digits of ASCII, and hyphens between them. */
function slug(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return words.slice(0, longest).replace(/^-+|-+$/g, '')
}

function sorted(when: RuleWhen): unknown {
  return Object.entries(when).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** 52 bits (FNV-1a with two beginnings): no two of the recordings of an endpoint will be the same. */
function hash(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1000193]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    one = Math.imul(one ^ unit, 0x01000193)
    other = Math.imul(other ^ unit, 0x85ebca6b)
  }
  const number = (one >>> 0) * 2 ** 20 + ((other ^ (other >>> 13)) >>> 12)
  return number.toString(16).padStart(13, '0')
}
