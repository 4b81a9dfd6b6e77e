// The default response of an endpoint, prepared once so that a request needs no further work.

import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { commonHeaders, type HeaderPairs, withoutBody } from '../model/http/response.ts'
import { byteLength } from '../model/json/utf8.ts'
import type { Found } from '../rules/choose.ts'

export interface Reply extends Found {
  /** The name of its endpoint. */
  readonly name: string
  /** The approximate memory that it takes, in bytes. */
  readonly size: number
}

/** In characters. A longer text is kept as bytes, because a text is encoded for each response. */
const longestText = 2048

/** Bytes of a reply without its name and body: the objects, and its place in the cache. */
const overhead = 256
/** Additional bytes for a body kept as bytes: its object, and its own headers. */
const bytesOverhead = 384

/** Returns a function that makes replies, which share headers where they can. */
export function createToReply(): (endpoint: Endpoint) => Reply {
  /** Headers by length of a short body, some thousands at most. They take more memory than it. */
  const shared = new Map<number, HeaderPairs>()

  function headersOf(length: number): HeaderPairs {
    const headers = shared.get(length) ?? toHeaders(length)
    shared.set(length, headers)
    return headers
  }

  return ({ name, data, statusCode: status, delay }) => {
    // A third-party store may contain anything.
    if (typeof data !== 'string') throw new TypeError(`The data of ${name} is not a string.`)
    if (!(status >= 200 && status <= 599)) throw new TypeError(`${name} has the status ${status}.`)
    const size = overhead + 2 * name.length
    if (withoutBody.has(status)) {
      // RFC 9110, 8.6: no Content-Length on 204, none needed on 304. 205 must state an empty body.
      return {
        name,
        status,
        headers: status === 205 ? empty : commonHeaders,
        body: null,
        delay,
        isDefault: true,
        rules: undefined,
        unsent: data,
        size: size + 2 * data.length,
      }
    }
    if (data.length > longestText) {
      const body = new TextEncoder().encode(data)
      const headers = toHeaders(body.length)
      const taken = size + bytesOverhead + body.length
      return { name, status, headers, body, delay, isDefault: true, rules: undefined, size: taken }
    }
    const length = byteLength(data)
    // Text that is not ASCII may take two bytes per character.
    const taken = length > data.length ? 2 * data.length : length
    return {
      name,
      status,
      headers: headersOf(length),
      body: data,
      delay,
      isDefault: true,
      rules: undefined,
      size: size + taken,
    }
  }
}

const empty: HeaderPairs = freeze([['content-length', '0'], ...commonHeaders])

function toHeaders(length: number): HeaderPairs {
  const type = ['content-type', 'application/json'] as const
  return freeze([type, ['content-length', String(length)], ...commonHeaders])
}

function freeze(pairs: HeaderPairs): HeaderPairs {
  return Object.freeze(pairs.map((pair) => Object.freeze(pair)))
}

/** Returns the reply that the cache keeps for an endpoint that has only rules. */
export function emptyReply(name: string): Reply {
  const size = overhead + 2 * name.length
  const nothing = { status: 404, headers: commonHeaders, body: null, delay: 0 }
  return { name, ...nothing, isDefault: false, rules: undefined, size }
}
