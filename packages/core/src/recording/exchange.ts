// What a recording is made of: a request that was sent on, and the response of the other service.
import type { HeaderPairs } from '../model/http/response.ts'

export interface ForwardedExchange {
  readonly endpoint: string
  readonly method: string
  /** Below the endpoint's name, as the client sent it. */
  readonly path: string
  /** As the client sent it, without its question mark. */
  readonly query: string
  readonly headers: HeaderPairs
  readonly body: Uint8Array
  /** When it was, in milliseconds since 1970. */
  readonly time: number
  /** The base URL that it was sent to. */
  readonly service: URL
  readonly response: ForwardedResponse
}

export interface ForwardedResponse {
  readonly status: number
  readonly headers: HeaderPairs
  readonly pieces: readonly TimedPiece[]
  /** The body without its `content-encoding`; `undefined` where none of it can be undone. */
  readonly decode: Decode | undefined
}

/** A piece of a body. */
export interface TimedPiece {
  readonly bytes: Uint8Array
  /** Milliseconds since the response began. */
  readonly at: number
}

/**
 * Undoes the `content-encoding` of a body. Resolves to `undefined` when it is one that nobody knows
 * here, or when the body turns out to be longer than so many bytes.
 */
export type Decode = (
  encoding: string,
  body: Uint8Array,
  most: number,
) => Promise<Uint8Array | undefined>
