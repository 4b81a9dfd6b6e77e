// The Host of a request (RFC 9112, 3.2) and the framing of its body (6.1): what no plane may accept.
import { Problem } from '../model/problem.ts'
import type { RawHeaders } from './incoming.ts'
import { hostnameOf } from './origin.ts'

/**
 * Why a request may not be answered at all: its Host is repeated or not `name[:port]`, or, where one
 * `isRequired`, missing; its Transfer-Encoding is empty. `undefined` when nothing is wrong.
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
  for (let i = 0; i < headers.length; i += 2) {
    const { length } = headers[i] ?? ''
    const value = headers[i + 1] ?? ''
    if (length === 4 && headers[i]?.toLowerCase() === 'host') {
      hosts += 1
      if (!isSound(value)) return malformedHost(value)
    } else if (length === 17 && isEmptyEncoding(headers[i], value)) return emptyEncoding()
  }
  if (hosts > 1) return new Problem('malformed-host', `${hosts} Hosts were sent; send one.`)
  if (hosts === 1 || !isRequired) return undefined
  const detail = 'A request of HTTP/1.1 needs a Host; send one such as localhost:16540.'
  return new Problem('malformed-host', detail)
}

export function malformedHost(host: string): Problem {
  const shown = host === '' ? 'An empty text' : `\`${host.slice(0, 100)}\``
  return new Problem('malformed-host', `${shown} is not a host; send one such as localhost:16540.`)
}

function isEmptyEncoding(name: string | undefined, value: string): boolean {
  return name?.toLowerCase() === 'transfer-encoding' && value.trim() === ''
}

function emptyEncoding(): Problem {
  const detail = 'Transfer-Encoding is empty; send chunked, or leave it out.'
  return new Problem('malformed-request', detail)
}
