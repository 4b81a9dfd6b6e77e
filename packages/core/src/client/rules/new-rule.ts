// A rule and its responses as JavaScript values, as a test writes them.

import type { NetworkFault, RecordOptions, RuleChunk } from '../../model/rule/rule.ts'
import type { Awaitable } from '../../model/time/awaitable.ts'
import type { AnyApi, Data, NameOf } from '../api.ts'
import type { NewDelivery } from '../deliveries/new-delivery.ts'
import type { RawJson } from '../json-writer.ts'
import type { ReceivedRequest } from '../requests/received-request.ts'
import type { DataAt, NewWhen, OnlyKnown, TextValue } from './request-match.ts'

/** A server-sent event to send. */
export interface NewEvent {
  /** Any JSON value. A string is sent as its characters. */
  readonly data: Data | RawJson
  readonly event?: string | undefined
  readonly id?: string | undefined
  /** Milliseconds since the previous event. Default: 0. */
  readonly delay?: number | undefined
}

/** An action after a response. */
export interface NewFollowUp {
  /** One or more webhooks. Their `delay` starts when the response was sent. */
  readonly send: NewDelivery
}

/** The response of a rule. Its members replace those of the endpoint's default response. */
export interface NewResponse<Type = Data, Status = number> {
  /** The HTTP status, 200-599. */
  readonly statusCode?: Status | undefined
  /** Use `rawJson` for JSON that a value cannot express. */
  readonly data?: Type | RawJson
  /** Milliseconds before the response, or the bounds of a random delay. */
  readonly delay?: number | readonly [least: number, most: number] | undefined
  /** Headers to add or replace. `null` removes a header, and a list repeats it. */
  readonly headers?: Readonly<Record<string, TextValue | null | readonly string[]>> | undefined
  /** Sent instead of `data`, as `text/plain`, or as bytes, unless a header sets the type. */
  readonly body?: string | undefined
  readonly bodyEncoding?: 'base64' | undefined
  /** Pieces of a body, sent one after the other instead of `data`. */
  readonly chunks?: readonly RuleChunk[] | undefined
  /** Server-sent events, sent instead of `data`. */
  readonly events?: readonly NewEvent[] | undefined
  /** The speed of the body. Default: unlimited. */
  readonly bytesPerSecond?: number | undefined
  /** A way to break the connection instead of sending a proper response. Default: none. */
  readonly fault?: NetworkFault | undefined
  /** Whether the response waits until it is released. Default: false. */
  readonly hold?: boolean | undefined
  /**
   * Up to 10 actions after the response was sent, or the connection was broken instead. With
   * `dynamic`, the URLs, bodies and headers of their webhooks take values from the request too.
   * Default: none.
   */
  readonly then?: readonly NewFollowUp[] | undefined
  /**
   * Whether its texts have places that are filled for each request: `{ $request: '/body/id' }` for
   * a JSON value, `${/body/id}` in strings. `'headers'` fills only headers, so that the body may
   * have any length. Default: false.
   */
  readonly dynamic?: boolean | 'headers' | undefined
  /**
   * The base URL of a service that the request is sent to, and whose response is sent instead. The
   * path below the endpoint and the query are appended to it. The option `allowForward` must
   * include its host.
   */
  readonly forward?: string | undefined
  /**
   * With `forward`: whether each response is added to the endpoint as a permanent rule, or options
   * for it. The added rule answers after the next reset, or once this rule changes or ends.
   * Default: false.
   */
  readonly record?: boolean | RecordOptions | undefined
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** The HTTP statuses that do not mean success: 300-599. */
export type OtherStatus = `${3 | 4 | 5}${Digit}${Digit}` extends `${infer Status extends number}`
  ? Status
  : never

/** A response with a status of 300-599, and any data. */
export interface NewOtherResponse extends NewResponse<Data, OtherStatus> {
  readonly statusCode: OtherStatus
}

/** A response. Its data has the given type, unless its status is 300-599. */
export type AnyResponse<Type = Data> = NewOtherResponse | NewResponse<Type>

/** A response that a function returns: its members alone are sent. */
export type ReturnedResponse<Type = Data> = AnyResponse<Type> & {
  readonly [Name in 'dynamic' | 'forward' | 'record']?: undefined
}

/** A partial response for a held request. It overrides the response of the request's rule. */
export type GivenResponse<Type = Data> = ReturnedResponse<Type> & { readonly hold?: undefined }

/** A request as a response function gets it. */
export interface AskedRequest<Params = Readonly<Record<string, string>>> extends ReceivedRequest {
  /** The decoded path parameters. */
  readonly params: Params
}

/**
 * Returns the response to a request. Only a mock in this process accepts such functions. A
 * `Response` is read to its end, then sent with its status and headers. If the function returns
 * `undefined`, the rules after this one are tried, then the default response, and the request does
 * not count for `times`.
 */
export type ResponseFunction<Params = Readonly<Record<string, string>>, Type = Data> = (
  request: AskedRequest<Params>,
) => Awaitable<ReturnedResponse<Type> | Response | undefined>

/** The options of every rule. */
export interface RuleConditions<When> {
  /** Adding a rule with an id that exists replaces that rule. Default: chosen by the service. */
  readonly id?: string | undefined
  /** The conditions of the rule. Default: every request to the endpoint itself. */
  readonly when?: (When & OnlyKnown<When>) | undefined
  /** Share of the matching requests that it answers, from 0 to 1. Default: 1. */
  readonly chance?: number | undefined
}

/** A rule with one response. */
export interface RuleOfOne<When, PlainResponse> extends RuleConditions<When> {
  readonly response: PlainResponse
  readonly responses?: undefined
  readonly repeatLast?: undefined
  /** Number of requests until the rule is used up. Default: unlimited. */
  readonly times?: number | undefined
}

/** A rule with responses that are sent in turn. Then it is used up, unless the last one repeats. */
export interface RuleOfMany<When, PlainResponse> extends RuleConditions<When> {
  readonly responses: readonly PlainResponse[]
  /** Whether the last response answers all further requests. Default: false. */
  readonly repeatLast?: boolean | undefined
  readonly response?: undefined
  readonly times?: undefined
}

/** A rule of one endpoint, to add. */
export type EndpointRule<When extends NewWhen = NewWhen, Type = Data> =
  | RuleOfOne<When, AnyResponse<DataAt<When, Type>>>
  | RuleOfMany<When, AnyResponse<DataAt<When, Type>>>

/** A rule of any endpoint of an API, to add. */
export type NewRule<Api extends object = AnyApi> = EndpointRule & {
  readonly endpoint: NameOf<Api>
}

/** A rule of any endpoint of a mock in this process, to add. */
export type MockRule<Api extends object = AnyApi> =
  | NewRule<Api>
  | (RuleOfOne<NewWhen, ResponseFunction> & { readonly endpoint: NameOf<Api> })
