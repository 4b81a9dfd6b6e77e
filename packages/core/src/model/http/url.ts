// Reads parts of a URL from its text, because some runtimes pass relative URLs.
import { Problem } from '../problem/problem.ts'
import { parseUrl } from './parse-url.ts'

/** Returns the path of a URL as it was sent: not decoded, without query and fragment. */
export function pathOf(url: string): string {
  const path = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1]
  return path || '/'
}

/** Returns the query of a URL as it was sent, without its question mark. */
export function queryOf(url: string): string {
  return /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? ''
}

/**
 * Returns the path of a request target as a URL parser does (WHATWG URL, 4.4): dot segments
 * resolved, and characters that a path cannot have encoded. `undefined` if the target is not a web
 * URL, or has a backslash, which some parsers treat as a slash.
 */
export function resolvePath(target: string): string | undefined {
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  if (isPlain(path)) return path
  if (path.includes('\\')) return undefined
  // `//a` is a path here, not a host.
  const url = parseUrl(target.startsWith('/') ? `http://localhost${target}` : target)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb ? url.pathname : undefined
}

/** Characters that a URL parser leaves unchanged in a path, except a dot after a slash. */
const plainCharacters = /[\w!$&'()*+,:;=@~/.-]/
const plainUnits: readonly boolean[] = Array.from({ length: 128 }, (_, unit) =>
  plainCharacters.test(String.fromCharCode(unit)),
)
const slash = 0x2f
const dot = 0x2e

/** Whether a URL parser would leave a path unchanged. A loop, because it runs for each request. */
function isPlain(path: string): boolean {
  let before = 0
  for (let i = 0; i < path.length; i++) {
    const unit = path.charCodeAt(i)
    if (plainUnits[unit] !== true || (unit === dot && before === slash)) return false
    before = unit
  }
  return path.charCodeAt(0) === slash
}

/** Returns the decoded name of a segment, or `undefined` if it is not percent-encoded UTF-8. */
export function decodeName(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Returns the decoded name of the last segment of a path. Throws `malformed-url`. */
export function nameOf(path: string): string {
  const segment = path.slice(path.lastIndexOf('/') + 1)
  const name = decodeName(segment)
  if (name === undefined) throw malformedName(segment)
  return name
}

/** Returns the problem of a segment that is not percent-encoded UTF-8. */
export function malformedName(segment: string): Problem {
  const detail = `\`${segment.slice(0, 100)}\` is not percent-encoded UTF-8; write % as %25.`
  return new Problem('malformed-url', detail)
}

/** In characters. */
const longestUrl = 2000

/**
 * Returns why a text cannot be the URL of another service, or `undefined` if it can. `instead` is
 * the part of the message about where a password belongs.
 */
export function httpUrlFault(text: string, instead: string): string | undefined {
  const url = text.length <= longestUrl ? parseUrl(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    return `must be a URL such as https://api.example.com, of at most ${longestUrl} characters`
  }
  if (url.username || url.password) return `must not have a user or a password: ${instead}`
  return undefined
}
