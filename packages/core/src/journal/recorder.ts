// The writing side of a journal: the data that the mock plane records of each request.

import type { Forwarded, Outcome, RecordedRequest } from '../model/http/request.ts'
import type { HeaderPairs } from '../model/http/response.ts'
import type { NetworkFault, RuleMismatch } from '../model/rule/rule.ts'
import type { CapturedBody } from './ring/capture.ts'

/** The data of a request when it arrives. */
export interface Arrival {
  /** The endpoint that answers it, or `null` if there is none. */
  readonly endpoint: string | null
  readonly method: string
  /** The path and the query as they were sent. Some runtimes only have the whole URL. */
  readonly url: string
  /** Alternating names and values. */
  readonly headers: readonly string[]
  /** The id of the rule that answers it. Default: none. */
  readonly rule?: string | undefined
  /** Whether it waits to be released. Default: false. */
  readonly held?: boolean | undefined
  /** Default: no body. */
  readonly body?: CapturedBody | undefined
}

/** The response that was sent. It must not change, because a journal may keep it uncopied. */
export interface SentResponse {
  readonly headers: HeaderPairs
  /** `null` if there is no body. */
  readonly body: string | Uint8Array | null
  /** The length of the whole body in bytes, if `body` is only its beginning. */
  readonly bodyBytes?: number | undefined
}

/** How a request ended. */
export interface End {
  readonly outcome: Exclude<Outcome, 'pending'>
  /** The id of the rule that answered it, or `null`. Only if the rule of the arrival differs. */
  readonly rule?: string | null | undefined
  /** The status of the response. Default: none. */
  readonly statusCode?: number | undefined
  /** The response that was sent. Default: none. */
  readonly response?: SentResponse | undefined
  /** The fault in place of a proper response. Default: none. */
  readonly fault?: NetworkFault | undefined
  /** The service that it was forwarded to, and the result. Default: none. */
  readonly forwarded?: Forwarded | undefined
  /** The closest rule, if the request is unmatched. */
  readonly closest?: RuleMismatch | undefined
  /** Names close to the requested one, if the request is unmatched. */
  readonly nearMisses?: readonly string[] | undefined
}

/** A request in the journal, as its recorder sees it. Shows the current state of the request. */
export type JournalEntry = Readonly<
  Pick<
    RecordedRequest,
    | 'id'
    | 'endpoint'
    | 'rule'
    | 'outcome'
    | 'statusCode'
    | 'durationMs'
    | 'nearMisses'
    | 'fault'
    | 'forwarded'
    | 'closest'
  >
>

/** Records requests. Both methods return at once and never throw. */
export interface Recorder {
  /** Whether any requests are kept. If not, there is no need to call `arrive` or to read bodies. */
  readonly isOn: boolean
  /** Maximum bytes kept of each request body. */
  readonly bodyBytes: number
  /** Maximum bytes kept of each response body. 0 if responses are not kept. Default: 0. */
  readonly responseBytes?: number
  /** Names of headers whose values are masked, in lower case. Default: none. */
  readonly masked?: readonly string[]
  /** Records a request as pending. */
  arrive(arrival: Arrival): JournalEntry
  /** Records how a request ended. Only the first end of an entry counts. */
  complete(entry: JournalEntry, end: End): void
}
