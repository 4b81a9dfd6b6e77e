// What an endpoint answers, made ready once so that a read has nothing left to do.

import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { commonHeaders, type HeaderPairs, withoutBody } from '../model/http/response.ts'
import { byteLength } from '../model/json/utf8.ts'
import type { Found } from '../rules/choose.ts'

export interface Reply extends Found {
  /** The endpoint that it is of. */
  readonly name: string
  /** About how many bytes of memory it takes. */
  readonly size: number
}

/** Longer texts are kept as bytes: they are sent as they are, where a text is encoded each time. */
const longestText = 2048

/** What a reply takes beside its name and its body: the objects, and its place in the cache. */
const overhead = 256
/** What bytes take more: their object, and headers of their own. */
const bytesOverhead = 384

/** Makes replies, which share what they can. */
export function createToReply(): (endpoint: Endpoint) => Reply {
  /** By the length of the body, of short ones: at most some thousands. They take more than a text. */
  const shared = new Map<number, HeaderPairs>()

  function headersOf(length: number): HeaderPairs {
    const headers = shared.get(length) ?? toHeaders(length)
    shared.set(length, headers)
    return headers
  }

  return ({ name, data, statusCode: status, delay }) => {
    // Stores of other authors may hold anything.
    if (typeof data !== 'string') throw new TypeError(`The data of ${name} is not a string.`)
    if (!(status >= 200 && status <= 599)) throw new TypeError(`${name} has the status ${status}.`)
    const size = overhead + 2 * name.length
    if (withoutBody.has(status)) {
      // RFC 9110, 8.6: no Content-Length on 204, none needed on 304; 205 has to say that it is empty.
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
    // A text beyond ASCII may take two bytes a character.
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

/** What the cache holds for an endpoint that has only rules. */
export function emptyReply(name: string): Reply {
  const size = overhead + 2 * name.length
  const nothing = { status: 404, headers: commonHeaders, body: null, delay: 0 }
  return { name, ...nothing, isDefault: false, rules: undefined, size }
}
