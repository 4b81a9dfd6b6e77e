// The contents of a recording: a forwarded request, and the response of the other service.
import type { HeaderPairs } from '../model/http/response.ts'

export interface ForwardedExchange {
  readonly endpoint: string
  readonly method: string
  /** The path after the endpoint's name, as the client sent it. */
  readonly path: string
  /** As the client sent it, without its question mark. */
  readonly query: string
  readonly headers: HeaderPairs
  readonly body: Uint8Array
  /** The time of the recording, in milliseconds since 1970. */
  readonly time: number
  /** The base URL that the request was sent to. */
  readonly service: URL
  readonly response: ForwardedResponse
}

export interface ForwardedResponse {
  readonly status: number
  readonly headers: HeaderPairs
  readonly pieces: readonly TimedPiece[]
  /** Undoes the `content-encoding` of the body. `undefined` if no encoding is supported. */
  readonly decode: Decode | undefined
}

/** A piece of a body. */
export interface TimedPiece {
  readonly bytes: Uint8Array
  /** Milliseconds since the response began. */
  readonly at: number
}

/**
 * Undoes the `content-encoding` of a body. Resolves to `undefined` if it is not supported, if the
 * body is not encoded that way, or if the decoded body has more than `most` bytes.
 */
export type Decode = (
  encoding: string,
  body: Uint8Array,
  most: number,
) => Promise<Uint8Array | undefined>
