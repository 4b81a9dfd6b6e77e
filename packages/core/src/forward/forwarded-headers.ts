// The headers of a message that is passed on, without those that concern one connection alone.

import type { RawHeaders } from '../model/http/request.ts'
import type { HeaderPairs } from '../model/http/response.ts'

/** RFC 9110, 7.6.1; and `trailer`, as trailers are not passed on. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What the other service is told anew: its own name, and the length of the body that was read. */
const anew: ReadonlySet<string> = new Set(['host', 'content-length', 'expect'])

/** Names and values in turn, in the order and case in which they came. */
export function toForwardedHeaders(headers: RawHeaders): string[] {
  const named = namedIn(headers)
  const forwarded: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    const lower = name.toLowerCase()
    if (ofConnection.has(lower) || anew.has(lower) || named.has(lower)) continue
    forwarded.push(name, headers[i + 1] ?? '')
  }
  return forwarded
}

/** Names in lower case, as those that are laid over them are. */
export function toReturnedHeaders(headers: RawHeaders): HeaderPairs {
  const named = namedIn(headers)
  const returned: (readonly [string, string])[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase()
    if (!ofConnection.has(name) && !named.has(name)) returned.push([name, headers[i + 1] ?? ''])
  }
  return returned
}

/** The headers that `connection` names. */
function namedIn(headers: RawHeaders): ReadonlySet<string> {
  const named = new Set<string>()
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]?.toLowerCase() !== 'connection') continue
    for (const name of (headers[i + 1] ?? '').split(',')) named.add(name.trim().toLowerCase())
  }
  return named
}
