// The origin of the service, as a client sees it.

import { parseUrl } from '../../model/http/parse-url.ts'
import type { RawHeaders } from '../../model/http/request.ts'
import { headerOf, type Incoming } from './incoming.ts'

/** Returns the origin that the client requested, which a proxy passes on in two headers. */
export function originOf({
  origin,
  headers,
}: Pick<Incoming, 'origin' | 'headers'>): string | undefined {
  const own = origin === undefined ? undefined : new URL(origin)
  const host = first(headers, 'x-forwarded-host') ?? first(headers, 'host') ?? own?.host
  const scheme = first(headers, 'x-forwarded-proto') ?? own?.protocol.slice(0, -1) ?? 'http'
  const url = `${scheme}://${host}`
  return host !== undefined && /^https?:/.test(url) ? parseUrl(url)?.origin : undefined
}

function first(headers: RawHeaders, name: string): string | undefined {
  return headerOf(headers, name)?.split(',')[0]?.trim()
}
