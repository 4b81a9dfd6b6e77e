// The headers of a forwarded message, without those that concern only one connection.

import type { RawHeaders } from '../model/http/request.ts'
import type { HeaderPairs } from '../model/http/response.ts'

/** Headers of one connection (RFC 9110, 7.6.1), and `trailer`: trailers are not forwarded. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The forwarder sets the first two itself. `expect` has no use once the body has been read. */
const anew: ReadonlySet<string> = new Set(['host', 'content-length', 'expect'])

/** Returns names and values in turn, in the order and case in which they were received. */
export function toForwardedHeaders(headers: RawHeaders): string[] {
  const left = ofConnectionIn(headers)
  const forwarded: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    const lower = name.toLowerCase()
    if (left.has(lower) || anew.has(lower)) continue
    forwarded.push(name, headers[i + 1] ?? '')
  }
  return forwarded
}

/** Returns names in lower case, like the headers that a rule sets in their place. */
export function toReturnedHeaders(headers: RawHeaders): HeaderPairs {
  const left = ofConnectionIn(headers)
  const returned: (readonly [string, string])[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase()
    if (!left.has(name)) returned.push([name, headers[i + 1] ?? ''])
  }
  return returned
}

/** Returns the headers of the connection, and those that `connection` lists, in lower case. */
function ofConnectionIn(headers: RawHeaders): ReadonlySet<string> {
  let listed: Set<string> | undefined
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]?.toLowerCase() !== 'connection') continue
    const value = (headers[i + 1] ?? '').toLowerCase()
    // Most requests have one of these values, and need no set of their own.
    if (value === 'keep-alive' || value === 'close') continue
    listed ??= new Set(ofConnection)
    for (const name of value.split(',')) listed.add(name.trim())
  }
  return listed ?? ofConnection
}
