// The handle of one endpoint of a mock in this process. Its rules may have response functions.
import type {
  AnyResponse,
  Data,
  DataAt,
  EndpointHandle,
  EndpointRule,
  NewWhen,
  OnlyKnown,
  ParamsOf,
  RequestMatch,
  ResponseFunction,
  RuleHandle,
  RuleOfOne,
} from '../client.ts'

/**
 * One endpoint of a mock in this process. A rule with one response may have a function instead,
 * which returns the response to a request. If it throws, the client gets 500 `response-failed`,
 * `onError` is called, and in Vitest the test fails.
 */
export interface MockEndpointHandle<Name extends string = string, Type = Data>
  extends EndpointHandle<Name, Type> {
  // Overloads, not unions, because it must be assignable to a handle of any data.
  rule<const When extends NewWhen = Record<never, never>>(
    rule: RuleOfOne<When, ResponseFunction<ParamsOf<When>, DataAt<When, Type>>>,
  ): Promise<RuleHandle>
  rule<const When extends NewWhen = Record<never, never>>(
    rule: EndpointRule<When, Type>,
  ): Promise<RuleHandle>
  once(response: ResponseFunction<Readonly<Record<never, string>>, Type>): Promise<RuleHandle>
  once(response: AnyResponse<Type>): Promise<RuleHandle>
  once<const Match extends RequestMatch>(
    match: Match & OnlyKnown<Match>,
    response: ResponseFunction<ParamsOf<Match>, DataAt<Match, Type>>,
  ): Promise<RuleHandle>
  once<const Match extends RequestMatch>(
    match: Match & OnlyKnown<Match>,
    response: AnyResponse<DataAt<Match, Type>>,
  ): Promise<RuleHandle>
  when<const Match extends RequestMatch>(
    match: Match & OnlyKnown<Match>,
    response: ResponseFunction<ParamsOf<Match>, DataAt<Match, Type>>,
  ): Promise<RuleHandle>
  when<const Match extends RequestMatch>(
    match: Match & OnlyKnown<Match>,
    response: AnyResponse<DataAt<Match, Type>>,
  ): Promise<RuleHandle>
}
