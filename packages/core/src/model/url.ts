// What the app needs of a URL, read from its text: some runtimes hand over relative ones.
import { Problem } from './problem.ts'

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
 * encoded, as a URL parser does it (WHATWG URL, 4.4). `undefined` when the target is not a URL, or
 * has a backslash in its path, which a URL parser takes for a slash and a proxy does not.
 */
export function resolvePath(target: string): string | undefined {
  const end = target.indexOf('?')
  const path = end === -1 ? target : target.slice(0, end)
  if (plainPath.test(path)) return path
  if (path.includes('\\')) return undefined
  // `//a` is a path here, not a host.
  const url = target.startsWith('/') ? `http://localhost${target}` : target
  return URL.canParse(url) ? new URL(url).pathname : undefined
}

/** No segment that begins with a dot, encoded or not, and nothing that a parser would change. */
const plainPath = /^(?:\/(?!\.|%2e)(?:[\w!$&'()*+,.:;=@~-]|%[\da-f]{2})*)+$/i

/** The name that the last segment of the path spells. Throws `malformed-url`. */
export function nameOf(url: string): string {
  const path = pathOf(url)
  const segment = path.slice(path.lastIndexOf('/') + 1)
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    const detail = `\`${segment.slice(0, 100)}\` is not percent-encoded UTF-8; write % as %25.`
    throw new Problem('malformed-url', detail)
  }
}
