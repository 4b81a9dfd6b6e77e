// The interface of a forwarder, which sends a request on to another service.

import type { RawHeaders } from '../model/http/request.ts'
import type { HeaderPairs } from '../model/http/response.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Decode } from '../recording/exchange.ts'
import type { AllowedHosts } from './allowed-hosts.ts'

/** A request as it is sent to another service. */
export interface ForwardRequest {
  /** The service. Its path is ignored. All requests of a rule share one object. */
  readonly service: URL
  /** The path and the query, as the client sent them. */
  readonly target: string
  readonly method: string
  /** Names and values in turn, without `host` and the headers of one connection. */
  readonly headers: RawHeaders
  /** `undefined` when there is none. */
  readonly body: Uint8Array | undefined
  /**
   * Sets the callback for when the response is no longer needed, even while its body arrives. The
   * callback must end the request. It replaces an earlier one. An `AbortSignal` for each request
   * would cost more than everything else here.
   */
  onAbort(callback: () => void): void
  /** The addresses that it may be sent to. The name of the service has already been checked. */
  readonly allowed: AllowedHosts
}

/** The response of another service. Its body may still be arriving. */
export interface ForwardResponse {
  /** 200-599. */
  readonly status: number
  readonly headers: HeaderPairs
  /**
   * The pieces of the body: a list of one if it has arrived whole. If it breaks off, the iteration
   * throws a `Problem`, or another error. A reader that stops calls `return`.
   */
  readonly body: [Uint8Array<ArrayBuffer>] | AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Undoes the `content-encoding` of the body. Without it, an encoded body is not recorded. */
  readonly decode?: Decode | undefined
}

/**
 * Sends a request on to another service, and resolves to its response. Does not follow redirects.
 * Rejects with a `Problem`, such as one from `forwardFailed`.
 */
export type Forwarder = (request: ForwardRequest) => Promise<ForwardResponse>

/** Why a response is missing or incomplete: error types of RFC 9209, 2.3 that are used. */
export type ForwardFault =
  | 'dns_error'
  | 'destination_ip_prohibited'
  | 'connection_refused'
  | 'connection_terminated'
  | 'connection_timeout'
  | 'connection_read_timeout'
  | 'tls_certificate_error'
  | 'tls_protocol_error'
  | 'http_response_incomplete'
  | 'http_response_timeout'
  | 'http_protocol_error'
  | 'destination_unavailable'

const timeouts: readonly ForwardFault[] = [
  'connection_timeout',
  'connection_read_timeout',
  'http_response_timeout',
]

/**
 * Returns the problem of a request that could not be forwarded. Its `Proxy-Status` header (RFC
 * 9209) distinguishes it from a response of the other service.
 */
export function forwardFailed(error: ForwardFault, detail: string, cause?: unknown): Problem {
  const code =
    error === 'destination_ip_prohibited'
      ? 'forward-refused'
      : timeouts.includes(error)
        ? 'forward-timeout'
        : 'forward-failed'
  const headers = { 'proxy-status': `mock-endpoint; error=${error}` }
  return new Problem(code, detail, { error }, { cause, headers })
}
