// A request as the journal stores it, and as the control API returns it.
import type { NetworkFault, RuleMismatch } from '../rule/rule.ts'

/** Names and values in turn, in the order and case in which they were sent if that is known. */
export type RawHeaders = readonly string[]

/**
 * The outcome of a request. `pending`: it has not ended, for example because of a delay.
 * `answered`: it got a response or a fault. `aborted`: its client disconnected first. `unmatched`:
 * no endpoint or rule answers it.
 */
export type Outcome = 'pending' | 'answered' | 'aborted' | 'unmatched'

/** A response that was sent, except its status. */
export interface RecordedResponse {
  /** The headers that the service sends. An HTTP server adds some, such as `date`. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Text, or base64 if `bodyEncoding` is present. Cut off at the limit of the journal. */
  readonly body: string
  /** Present if the body is not UTF-8. */
  readonly bodyEncoding?: 'base64'
  /** The number of bytes of the body that were sent, 0 in a response to HEAD. */
  readonly bodyBytes: number
  /** Whether `body` is only its beginning. */
  readonly bodyTruncated: boolean
}

/** The service that a request was forwarded to, and the result. */
export interface Forwarded {
  /** The base URL that its rule forwards to. */
  readonly to: string
  /** Milliseconds until the response of that service began, or until forwarding failed. */
  readonly durationMs: number
  /** The reason for a missing or incomplete response: an error type of RFC 9209, 2.3. */
  readonly error?: string
  /** The id of the recording. */
  readonly recorded?: string
  /** The reason why it was not recorded, although its rule records. */
  readonly notRecorded?: string
}

/** A recorded request, to an endpoint or to a path that has none. */
export interface RecordedRequest {
  /** Never reused. Increases with each request, but with several daemons only within each. */
  readonly id: number
  /** The endpoint that answers it, `null` if none does, as when it is unmatched. */
  readonly endpoint: string | null
  /** The id of the rule that answers it, `null` if none does. */
  readonly rule: string | null
  readonly method: string
  /** As received, not decoded. */
  readonly path: string
  /** As received, without the question mark. */
  readonly query: string
  /** In the order in which they were sent, and in the case as sent if the runtime provides it. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Text, or base64 if `bodyEncoding` is present. Cut off at the limit of the journal. */
  readonly body: string
  /** Present if the body is not UTF-8. */
  readonly bodyEncoding?: 'base64'
  /** The length of the whole body in bytes. */
  readonly bodyBytes: number
  /** Whether `body` is only its beginning. */
  readonly bodyTruncated: boolean
  /** The time at which it arrived (ISO 8601). */
  readonly receivedAt: string
  /** The status of the response. `null` while it is pending, and if no status was sent. */
  readonly statusCode: number | null
  readonly outcome: Outcome
  /** Milliseconds from its arrival to its end. `null` while it is pending. */
  readonly durationMs: number | null
  /** The daemon that received it. Present only if several daemons share their journal. */
  readonly daemon?: string
  /** Present while it is pending and waits to be released. */
  readonly held?: true
  /** Present if a rule answered it with a fault. `statusCode` is then the one sent, or `null`. */
  readonly fault?: NetworkFault
  /** Present if it was forwarded to another service. */
  readonly forwarded?: Forwarded
  /** The closest rule, if it is unmatched and the endpoint has rules. */
  readonly closest?: RuleMismatch
  /** Up to three names close to the requested one, if it is unmatched. */
  readonly nearMisses?: readonly string[]
  /**
   * The response. Present only when a single request is read, not in lists and events, and only if
   * a response was sent and the journal keeps responses.
   */
  readonly response?: RecordedResponse
}
