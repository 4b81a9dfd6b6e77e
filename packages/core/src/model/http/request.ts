// A request as the journal keeps it, and as the control API shows it.
import type { NetworkFault, RuleMismatch } from '../rule/rule.ts'

/** Names and values in turn, in the order and case in which they were sent, where that is known. */
export type RawHeaders = readonly string[]

/**
 * What became of a request: `pending` it waits for its delay; `answered`; `aborted` its client left
 * first; `unmatched` no endpoint answers it.
 */
export type Outcome = 'pending' | 'answered' | 'aborted' | 'unmatched'

/** What was sent in answer to a request, beside its status. */
export interface RecordedResponse {
  /** Those that the service sends. An HTTP server adds some of its own, such as `date`. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Text, or base64 when `bodyEncoding` says so. Cut off at the limit of the journal. */
  readonly body: string
  /** There when the body is no UTF-8. */
  readonly bodyEncoding?: 'base64'
  /** How many bytes of a body were sent: none in answer to HEAD. */
  readonly bodyBytes: number
  /** Whether `body` is only its beginning. */
  readonly bodyTruncated: boolean
}

/** Where a request was sent on to, and how that went. */
export interface Forwarded {
  /** The base URL in the response of its rule. */
  readonly to: string
  /** Until the response from there began, or until it failed, in milliseconds. */
  readonly durationMs: number
  /** Why there was no response from there, or not all of it: an error type of RFC 9209, 2.3. */
  readonly error?: string
  /** The id of the recording. */
  readonly recorded?: string
  /** Why it was not recorded, although its rule says so. */
  readonly notRecorded?: string
}

/** A request to the mock plane. */
export interface RecordedRequest {
  /** Never given twice. Grows with each request, of several daemons among those of each. */
  readonly id: number
  /** The endpoint that answers it; `null` when it is unmatched. */
  readonly endpoint: string | null
  /** The id of the rule that answers it; `null` when none does. */
  readonly rule: string | null
  readonly method: string
  /** As received, not decoded. */
  readonly path: string
  /** As received, without the question mark. */
  readonly query: string
  /** In the order, and where the runtime tells it, in the case in which they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Text, or base64 when `bodyEncoding` says so. Cut off at the limit of the journal. */
  readonly body: string
  /** There when the body is no UTF-8. */
  readonly bodyEncoding?: 'base64'
  /** The length of the whole body in bytes. */
  readonly bodyBytes: number
  /** Whether `body` is only its beginning. */
  readonly bodyTruncated: boolean
  /** When it arrived (ISO 8601). */
  readonly receivedAt: string
  /** The status that it was answered with; `null` while it is pending, and when it was aborted. */
  readonly statusCode: number | null
  readonly outcome: Outcome
  /** From its arrival to its end, in milliseconds; `null` while it is pending. */
  readonly durationMs: number | null
  /** The daemon that received it. Only there when several daemons share their journal. */
  readonly daemon?: string
  /** There while it is pending and waits to be released. */
  readonly held?: true
  /** There when a rule answered it with a fault; its status is then that of what was sent, or `null`. */
  readonly fault?: NetworkFault
  /** There when it was sent on to another service. */
  readonly forwarded?: Forwarded
  /** The closest rule, when it is unmatched and the endpoint has rules. */
  readonly closest?: RuleMismatch
  /** Up to three names close to the one asked for, when it is unmatched. */
  readonly nearMisses?: readonly string[]
  /**
   * What was answered. There only where one request is read, not in lists and events; and only when
   * a response was sent and the journal keeps answers.
   */
  readonly response?: RecordedResponse
}
