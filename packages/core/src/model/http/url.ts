// What the app needs of a URL, read from its text: some runtimes hand over relative ones.
import { Problem } from '../problem/problem.ts'

/** The path of a URL as it was sent: nothing decoded, no query, no fragment. */
export function pathOf(url: string): string {
  const path = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1]
  return path || '/'
}

/** The query of a URL as it was sent, without its question mark. */
export function queryOf(url: string): string {
  return /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? ''
}

/**
 * The path that a request target leads to: dot segments resolved, and what may not stand in a path
 * encoded, as a URL parser does it (WHATWG URL, 4.4). `undefined` when the target is not a web URL,
 * or has a backslash, which some parsers take for a slash.
 */
export function resolvePath(target: string): string | undefined {
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  if (isPlain(path)) return path
  if (path.includes('\\')) return undefined
  // `//a` is a path here, not a host.
  const url = target.startsWith('/') ? `http://localhost${target}` : target
  const { protocol, pathname } = URL.canParse(url) ? new URL(url) : { protocol: '', pathname: '' }
  return protocol === 'http:' || protocol === 'https:' ? pathname : undefined
}

/** What a URL parser leaves alone in a path, whatever stands beside it. */
const plainCharacters = /[\w!$&'()*+,:;=@~/.-]/
const plainUnits: readonly boolean[] = Array.from({ length: 128 }, (_, unit) =>
  plainCharacters.test(String.fromCharCode(unit)),
)
const slash = 0x2f
const dot = 0x2e

/** Whether a path is what a parser would make of it. A loop, as every request is looked at. */
function isPlain(path: string): boolean {
  let before = 0
  for (let i = 0; i < path.length; i++) {
    const unit = path.charCodeAt(i)
    if (plainUnits[unit] !== true || (unit === dot && before === slash)) return false
    before = unit
  }
  return path.charCodeAt(0) === slash
}

/** The name that a segment of a path spells; `undefined` when it is not percent-encoded UTF-8. */
export function decodeName(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The name that the last segment of a path spells. Throws `malformed-url`. */
export function nameOf(path: string): string {
  const segment = path.slice(path.lastIndexOf('/') + 1)
  const name = decodeName(segment)
  if (name === undefined) throw malformedName(segment)
  return name
}

/** For a segment that is not percent-encoded UTF-8. */
export function malformedName(segment: string): Problem {
  const detail = `\`${segment.slice(0, 100)}\` is not percent-encoded UTF-8; write % as %25.`
  return new Problem('malformed-url', detail)
}

/** In characters. */
const longestUrl = 2000

/**
 * Why a text is not the URL of another service, in words; `undefined` when it is. `instead` says where a
 * password belongs.
 */
export function httpUrlFault(text: string, instead: string): string | undefined {
  const url = text.length <= longestUrl && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    return `must be a URL such as https://api.example.com, of at most ${longestUrl} characters`
  }
  if (url.username || url.password) return `must not have a user or a password: ${instead}`
  return undefined
}
