// Replaces links to a service that requests are forwarded to with links to the endpoint, so that
// clients that follow them stay with the mock.
import { parseUrl } from './parse-url.ts'
import type { HeaderPairs } from './response.ts'

/** Headers whose value is a URL, and `link`, which has a list of them. */
const withLinks: ReadonlySet<string> = new Set(['location', 'content-location', 'link'])

/** Whether `withOwnLinks` may change a header. */
export function hasLinks(headers: HeaderPairs): boolean {
  return headers.some(([name]) => withLinks.has(name.toLowerCase()))
}

/**
 * Replaces URLs below the base URL of the service with URLs of the endpoint, in the headers
 * `location`, `content-location` and `link`. Takes time in proportion to the length of the headers.
 */
export function withOwnLinks(headers: HeaderPairs, service: URL, endpoint: string): HeaderPairs {
  return headers.map(([sent, value]) => {
    const name = sent.toLowerCase()
    if (!withLinks.has(name)) return [sent, value]
    const replace = name === 'link' ? ownLinks : ownLink
    return [sent, replace(value, service, endpoint)]
  })
}

/** Replaces URLs in a list like `<https://api.example.com/?page=2>; rel="next"` (RFC 8288, 3). */
function ownLinks(value: string, service: URL, endpoint: string): string {
  return value
    .split('>')
    .map((piece, i, { length }) => {
      const at = piece.lastIndexOf('<') + 1
      if (at === 0 || i === length - 1) return piece
      return piece.slice(0, at) + ownLink(piece.slice(at), service, endpoint)
    })
    .join('>')
}

/** Replaces the base URL of a link. The rest of the link stays as it was written. */
function ownLink(link: string, service: URL, endpoint: string): string {
  const [, scheme = '', host, rest = ''] = /^(https?:)?(?:\/\/([^/?#]*))?(.*)$/is.exec(link) ?? []
  if (host === undefined && (scheme !== '' || !rest.startsWith('/'))) return link
  if (host !== undefined) {
    const origin = `${scheme || service.protocol}//${host}`
    if (parseUrl(origin)?.origin !== service.origin) return link
  }
  const base = service.pathname.replace(/\/$/, '')
  const below = rest.slice(base.length)
  return rest.startsWith(base) && /^([/?#]|$)/.test(below) ? endpoint + below : link
}
