// What sends a request on to another service.

import type { RawHeaders } from '../model/http/request.ts'
import type { HeaderPairs } from '../model/http/response.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Decode } from '../recording/exchange.ts'
import type { AllowedHosts } from './allowed-hosts.ts'

/** A request as it goes to another service. */
export interface ForwardRequest {
  /** The service, whose path does not matter here: one object for all requests of a rule. */
  readonly service: URL
  /** The path and the query, as the client sent them. */
  readonly target: string
  readonly method: string
  /** Names and values in turn, without `host` and what concerns one connection alone. */
  readonly headers: RawHeaders
  /** `undefined` when there is none. */
  readonly body: Uint8Array | undefined
  /**
   * Calls back when nobody waits for the response any more, also while its body comes: it has to end then.
   * The last callback counts. An `AbortSignal` for each request would cost more than all else here.
   */
  onAbort(callback: () => void): void
  /** Which addresses it may go to. That the name of the service is allowed is known already. */
  readonly allowed: AllowedHosts
}

/** The response of another service, whose body still comes. */
export interface ForwardResponse {
  /** 200-599. */
  readonly status: number
  readonly headers: HeaderPairs
  /** Throws a `Problem`, or anything else, when it breaks off. Is returned when nobody reads on. */
  readonly body: AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Undoes the `content-encoding` of the body, for recordings. Default: they keep it as it came. */
  readonly decode?: Decode | undefined
}

/**
 * Sends a request on to another service, follows no redirect, and resolves to its response. Rejects
 * with a `Problem` such as `forwardFailed` makes.
 */
export type Forwarder = (request: ForwardRequest) => Promise<ForwardResponse>

/** Why there is no response: those of the error types of RFC 9209, 2.3 that a forwarder can tell. */
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
 * The problem of a request that could not be forwarded. Its `Proxy-Status` header (RFC 9209) tells it
 * from any response of the other service.
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
