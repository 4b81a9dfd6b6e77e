// A rule and its responses as values of JavaScript, as a test writes them.

import type { NetworkFault, RecordOptions, RuleChunk } from '../../model/rule/rule.ts'
import type { Awaitable } from '../../model/time/awaitable.ts'
import type { AnyApi, Data, NameOf } from '../api.ts'
import type { NewDelivery } from '../deliveries/new-delivery.ts'
import type { RawJson } from '../json-writer.ts'
import type { ReceivedRequest } from '../requests/received-request.ts'
import type { DataAt, NewWhen, TextValue } from './request-match.ts'

/** A server-sent event to answer. */
export interface NewEvent {
  /** Any JSON value. A string is sent as its characters. */
  readonly data: Data | RawJson
  readonly event?: string | undefined
  readonly id?: string | undefined
  /** Milliseconds since the previous event. Default: 0. */
  readonly delay?: number | undefined
}

/** What follows a response. */
export interface NewFollowUp {
  /** A webhook, or several. Its `delay` begins when the response was sent. */
  readonly send: NewDelivery
}

/** What a rule answers. What it leaves out is as the endpoint's default response says. */
export interface NewResponse<Type = Data, Status = number> {
  /** The HTTP status, 200-599. */
  readonly statusCode?: Status | undefined
  /** `rawJson` says what a value cannot. */
  readonly data?: Type | RawJson
  /** The wait before the response, in milliseconds, or the bounds that it is drawn between. */
  readonly delay?: number | readonly [least: number, most: number] | undefined
  /** `null` removes a header, and a list repeats it. */
  readonly headers?: Readonly<Record<string, TextValue | null | readonly string[]>> | undefined
  /** In place of `data`: `text/plain`, or bytes, unless a header says otherwise. */
  readonly body?: string | undefined
  readonly bodyEncoding?: 'base64' | undefined
  /** In place of `data`: one after the other. */
  readonly chunks?: readonly RuleChunk[] | undefined
  /** In place of `data`: server-sent events. */
  readonly events?: readonly NewEvent[] | undefined
  /** The speed of the body. Default: unlimited. */
  readonly bytesPerSecond?: number | undefined
  /** What the client sees in place of a proper response. Default: none. */
  readonly fault?: NetworkFault | undefined
  /** Whether the response waits until it is released. Default: false. */
  readonly hold?: boolean | undefined
  /**
   * What follows when the response was sent, or the connection broken in its place: webhooks, 10 at most.
   * With `dynamic` their URLs, bodies and headers take values from the request, too. Default: nothing.
   */
  readonly then?: readonly NewFollowUp[] | undefined
  /**
   * Whether its texts have places that are filled for each request: `{ $request: '/body/id' }` in
   * place of a JSON value, `${/body/id}` in strings. `'headers'` fills nothing else, and the
   * body may be of any length. Default: false.
   */
  readonly dynamic?: boolean | 'headers' | undefined
  /**
   * In place of what is sent otherwise: the base URL of a service that the request is sent to, and whose
   * response is sent. The path below the endpoint and the query follow it. The mock has to be allowed
   * to: `allowForward`.
   */
  readonly forward?: string | undefined
  /**
   * With `forward`: whether each response is added to the endpoint as a permanent rule, or how. It answers
   * from the next reset on, and when this rule is changed. Default: false.
   */
  readonly record?: boolean | RecordOptions | undefined
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** The HTTP statuses that tell of no success: 300-599. */
export type OtherStatus = `${3 | 4 | 5}${Digit}${Digit}` extends `${infer Status extends number}`
  ? Status
  : never

/** A response that tells of no success, with any data. */
export interface NewOtherResponse extends NewResponse<Data, OtherStatus> {
  readonly statusCode: OtherStatus
}

/** A response: its data is of the type, unless its status tells of no success. */
export type AnyResponse<Type = Data> = NewOtherResponse | NewResponse<Type>

/** A request as a function that answers it sees it. */
export interface AskedRequest<Params = Readonly<Record<string, string>>> extends ReceivedRequest {
  /** The parameters of the path, decoded. */
  readonly params: Params
}

/**
 * Answers in this process, so only a mock in this process takes it. A `Response` is read to its end,
 * then sent with its status and headers. With `undefined` the request is left to the rules behind this
 * one, then to the endpoint, and does not count for `times`.
 */
export type ResponseFunction<Params = Readonly<Record<string, string>>, Type = Data> = (
  request: AskedRequest<Params>,
) => Awaitable<AnyResponse<Type> | Response | undefined>

/** What every rule may say. */
export interface RuleConditions<When> {
  /** Chosen by the service when it is left out. Adding an id that exists replaces its rule. */
  readonly id?: string | undefined
  /** Which requests. Default: every request to the endpoint itself. */
  readonly when?: When | undefined
  /** Which share of the requests that match it answers, from 0 to 1. Default: 1. */
  readonly chance?: number | undefined
}

/** A rule that always answers the same way. */
export interface RuleOfOne<When, PlainResponse> extends RuleConditions<When> {
  readonly response: PlainResponse
  readonly responses?: undefined
  readonly repeatLast?: undefined
  /** How many requests it answers before it is used up. Default: no end. */
  readonly times?: number | undefined
}

/** A rule whose responses are given in turn; then it is used up, unless the last one is repeated. */
export interface RuleOfMany<When, PlainResponse> extends RuleConditions<When> {
  readonly responses: readonly PlainResponse[]
  /** Whether the last response is given to all requests that follow. Default: false. */
  readonly repeatLast?: boolean | undefined
  readonly response?: undefined
  readonly times?: undefined
}

/** A rule of one endpoint, to add. */
export type EndpointRule<When extends NewWhen = NewWhen, Type = Data> =
  | RuleOfOne<When, AnyResponse<DataAt<When, Type>>>
  | RuleOfMany<When, AnyResponse<DataAt<When, Type>>>

/** A rule of any of an API's endpoints, to add. */
export type NewRule<Api extends object = AnyApi> = EndpointRule & {
  readonly endpoint: NameOf<Api>
}

/** A rule of any endpoint of a mock in this process, to add. */
export type MockRule<Api extends object = AnyApi> =
  | NewRule<Api>
  | (RuleOfOne<NewWhen, ResponseFunction> & { readonly endpoint: NameOf<Api> })
