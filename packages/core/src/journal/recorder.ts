// The writing side of a journal: what the mock plane tells of each request.

import type { Forwarded, Outcome, RecordedRequest } from '../model/http/request.ts'
import type { HeaderPairs } from '../model/http/response.ts'
import type { NetworkFault, RuleMismatch } from '../model/rule/rule.ts'
import type { CapturedBody } from './ring/capture.ts'

/** What is known of a request when it arrives. */
export interface Arrival {
  /** The endpoint that answers it; `null` when there is none. */
  readonly endpoint: string | null
  readonly method: string
  /** The path and the query as they were sent; some runtimes only know the whole URL. */
  readonly url: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The id of the rule that answers it. Default: none does. */
  readonly rule?: string | undefined
  /** Whether it waits to be released. Default: no. */
  readonly held?: boolean | undefined
  /** Default: no body. */
  readonly body?: CapturedBody | undefined
}

/** What is sent in answer. Nobody may change it any more: a journal may keep it as it is. */
export interface SentResponse {
  readonly headers: HeaderPairs
  /** `null` when there is none. */
  readonly body: string | Uint8Array | null
  /** How many bytes the whole body has, when `body` is only its beginning. */
  readonly bodyBytes?: number | undefined
}

/** How a request ended. */
export interface End {
  readonly outcome: Exclude<Outcome, 'pending'>
  /** The rule that answered it, or `null`, when that is not the one it arrived with. */
  readonly rule?: string | null | undefined
  /** The status it was answered with. Default: none. */
  readonly statusCode?: number | undefined
  /** What it was answered. Default: nothing. */
  readonly response?: SentResponse | undefined
  /** The fault that it was answered with. Default: none. */
  readonly fault?: NetworkFault | undefined
  /** Where it was sent on to. Default: nowhere. */
  readonly forwarded?: Forwarded | undefined
  /** The closest rule, when it is unmatched. */
  readonly closest?: RuleMismatch | undefined
  /** Names close to the one asked for, when it is unmatched. */
  readonly nearMisses?: readonly string[] | undefined
}

/** A request in the journal, as its recorder sees it. Shows the request as it now stands. */
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
  /** Whether anything is kept. When it is not, nobody needs to call `arrive` or read bodies. */
  readonly isOn: boolean
  /** How many bytes of each body are kept. */
  readonly bodyBytes: number
  /** How many bytes of the body of each response are kept; 0 when responses are not kept. Default: 0. */
  readonly responseBytes?: number
  /** Names of headers whose values nobody is shown, in lower case. Default: none. */
  readonly masked?: readonly string[]
  /** Records a request as pending. */
  arrive(arrival: Arrival): JournalEntry
  /** Records how a request ended. Only the first end of an entry counts. */
  complete(entry: JournalEntry, end: End): void
}
