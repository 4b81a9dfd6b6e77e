// Links to a service that requests are forwarded to, as links to the endpoint in its place: who follows
// them stays with the mock.
import type { HeaderPairs } from './response.ts'

/** Headers whose value is a URL. */
const urls: ReadonlySet<string> = new Set(['location', 'content-location'])

/**
 * The headers with URLs of the endpoint for those below the base URL of the service: in `location`,
 * `content-location` and `link`. Takes time in proportion to them.
 */
export function withOwnLinks(headers: HeaderPairs, service: URL, endpoint: string): HeaderPairs {
  return headers.map(([sent, value]) => {
    const name = sent.toLowerCase()
    if (urls.has(name)) return [sent, ownLink(value, service, endpoint)]
    return [sent, name === 'link' ? ownLinks(value, service, endpoint) : value]
  })
}

/** Of a list such as `<https://api.example.com/?page=2>; rel="next"` (RFC 8288, 3). */
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

/** What follows the base URL stays as it was written. */
function ownLink(link: string, service: URL, endpoint: string): string {
  const [, scheme = '', host, rest = ''] = /^(https?:)?(?:\/\/([^/?#]*))?(.*)$/is.exec(link) ?? []
  if (host === undefined && (scheme !== '' || !rest.startsWith('/'))) return link
  if (host !== undefined) {
    const origin = `${scheme || service.protocol}//${host}`
    if (!URL.canParse(origin) || new URL(origin).origin !== service.origin) return link
  }
  const base = service.pathname.replace(/\/$/, '')
  const below = rest.slice(base.length)
  return rest.startsWith(base) && /^([/?#]|$)/.test(below) ? endpoint + below : link
}
