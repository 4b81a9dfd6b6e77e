// Checks the Host of a request (RFC 9112, 3.2) and the framing of its body (6.1) for all planes.

import type { RawHeaders } from '../../model/http/request.ts'
import { Problem } from '../../model/problem/problem.ts'
import { hostnameOf } from './origin.ts'

/**
 * Returns why a request must be refused, or `undefined`. Its Host is repeated, not `name[:port]`,
 * or missing where one `isRequired`. Or the end of its body is ambiguous, because it has a
 * Transfer-Encoding other than `chunked`, or one in HTTP/1.0, or several lengths. Not every runtime
 * checks this itself.
 */
export type FramingProblem = (headers: RawHeaders, isRequired: boolean) => Problem | undefined

export function createFramingProblem(): FramingProblem {
  /** The last valid Host, kept because clients send the same one repeatedly and parsing is slow. */
  let soundHost: string | undefined
  const isSound = (host: string): boolean => {
    if (host !== soundHost && hostnameOf(host) === undefined) return false
    soundHost = host
    return true
  }
  return (headers, isRequired) => problemIn(headers, isRequired, isSound)
}

function problemIn(
  headers: RawHeaders,
  isRequired: boolean,
  isSound: (host: string) => boolean,
): Problem | undefined {
  let hosts = 0
  let lengths = 0
  /** The value of the last such line, because several lines are one list. */
  let encoding: string | undefined
  for (let i = 0; i < headers.length; i += 2) {
    const { length } = headers[i] ?? ''
    const value = headers[i + 1] ?? ''
    if (length === 4 && headers[i]?.toLowerCase() === 'host') {
      hosts += 1
      if (!isSound(value)) return malformedHost(value)
    } else if (length === 14 && headers[i]?.toLowerCase() === 'content-length') lengths += 1
    else if (length === 17 && headers[i]?.toLowerCase() === 'transfer-encoding') encoding = value
  }
  // HTTP/1.0 has no Transfer-Encoding. A server that does not know it takes the body for the next
  // request (RFC 9112, 6.1).
  if (encoding !== undefined && !(isRequired && chunked.test(encoding))) {
    return unknownEncoding(encoding)
  }
  if (lengths > 1) return severalLengths(lengths)
  if (hosts > 1) return new Problem('malformed-host', `${hosts} Hosts were sent; send one.`)
  if (hosts === 1 || !isRequired) return undefined
  const detail = 'A request needs a Host; send one such as localhost:16540.'
  return new Problem('malformed-host', detail)
}

export function malformedHost(host: string): Problem {
  const shown = host === '' ? 'An empty text' : `\`${host.slice(0, 100)}\``
  return new Problem('malformed-host', `${shown} is not a host; send one such as localhost:16540.`)
}

/** Also for equal lengths, because a proxy may drop either one. */
function severalLengths(lengths: number): Problem {
  return new Problem('malformed-request', `${lengths} Content-Lengths were sent; send one.`)
}

/** Coding names are case-insensitive (RFC 9112, 7). No other coding is decoded here. */
const chunked = /^[ \t]*chunked[ \t]*$/i

function unknownEncoding(encoding: string): Problem {
  const detail = `Transfer-Encoding \`${encoding.slice(0, 100)}\` is not known; send chunked, in HTTP/1.1.`
  return new Problem('malformed-request', detail)
}
