// The Host of a request (RFC 9112, 3.2) and the framing of its body (6.1): what no plane may accept.

import type { RawHeaders } from '../../model/http/request.ts'
import { Problem } from '../../model/problem/problem.ts'
import { hostnameOf } from './origin.ts'

/**
 * Why a request may not be answered at all: its Host is repeated or not `name[:port]`, or, where one
 * `isRequired`, missing; or nobody can tell where its body ends, because it has a
 * Transfer-Encoding other than `chunked`, or one in HTTP/1.0, or several lengths. Not every runtime checks that itself. `undefined`
 * when nothing is wrong.
 */
export type FramingProblem = (headers: RawHeaders, isRequired: boolean) => Problem | undefined

export function createFramingProblem(): FramingProblem {
  /** Clients send the same Host time after time, and to parse it costs. */
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
  /** The last of several lines: together they are one list. */
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
  // HTTP/1.0 has none: who does not know it takes the body for the next request (RFC 9112, 6.1).
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

/** Even when they are the same: whoever passes the request on may drop either. */
function severalLengths(lengths: number): Problem {
  return new Problem('malformed-request', `${lengths} Content-Lengths were sent; send one.`)
}

/** The names of codings are in any case (RFC 9112, 7). No other than this is undone here. */
const chunked = /^[ \t]*chunked[ \t]*$/i

function unknownEncoding(encoding: string): Problem {
  const detail = `Transfer-Encoding \`${encoding.slice(0, 100)}\` is not known; send chunked, in HTTP/1.1.`
  return new Problem('malformed-request', detail)
}
