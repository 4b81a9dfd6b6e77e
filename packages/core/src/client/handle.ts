// The handle that a client returns for one endpoint.

import type { ListedRule } from '../model/rule/rule.ts'
import type { Data } from './api.ts'
import { type ReceivedRequests, toReceivedRequests } from './requests/received-requests.ts'
import type { RequestSource, Waiting, Waits } from './requests/waiting.ts'
import type { AnyResponse, EndpointRule, GivenResponse } from './rules/new-rule.ts'
import {
  type DataAt,
  type NewWhen,
  type OnlyKnown,
  type RequestMatch,
  toWhen,
} from './rules/request-match.ts'
import {
  createGate,
  createRuleHandle,
  type Gate,
  type RuleControl,
  type RuleHandle,
} from './rules/rule-handle.ts'
import { type RuleValues, writeResponse } from './rules/write-rule.ts'

/**
 * One endpoint of a service, and its rules. Requests that match a rule get its response instead of
 * the default response. Values that JSON cannot hold are refused before they are sent:
 * `invalid-rule`.
 */
export interface EndpointHandle<Name extends string = string, Type = Data> extends Waits {
  readonly name: Name
  /** Its URL, such as `http://localhost:16540/endpoint/orders`. */
  readonly url: string
  /** Resolves to the requests that it received so far, in order of arrival. */
  requests(): Promise<ReceivedRequests>
  /** Adds a rule, with any of the options of a rule. */
  rule<const When extends NewWhen = Record<never, never>>(
    rule: EndpointRule<When, Type>,
  ): Promise<RuleHandle>
  /** Adds a rule for the next request. Called again, it adds one for the request after that. */
  once(response: AnyResponse<Type>): Promise<RuleHandle>
  /** Adds a rule for the next request that matches, with a match as in `when`. */
  once<const Match extends RequestMatch>(
    match: Match & OnlyKnown<Match>,
    response: AnyResponse<DataAt<Match, Type>>,
  ): Promise<RuleHandle>
  /** Adds a rule that gives the next requests one of these responses each, in turn. */
  sequence(responses: readonly AnyResponse<Type>[]): Promise<RuleHandle>
  /** Adds a rule for the next requests that match, with a match as in `when`. */
  sequence<const Match extends RequestMatch>(
    match: Match & OnlyKnown<Match>,
    responses: readonly AnyResponse<DataAt<Match, Type>>[],
  ): Promise<RuleHandle>
  /**
   * Adds a rule for all requests that match, such as `'POST'`, `'/:id'`, `'GET /:id'`, or an
   * object. The newest rule is tried first.
   */
  when<const Match extends RequestMatch>(
    match: Match & OnlyKnown<Match>,
    response: AnyResponse<DataAt<Match, Type>>,
  ): Promise<RuleHandle>
  /** Holds the next request, or the next one that matches, until it is released. */
  hold<const Match extends RequestMatch = Record<never, never>>(
    match?: Match & OnlyKnown<Match>,
  ): Promise<Gate<DataAt<Match, Type>>>
  /** Releases all requests held at this endpoint. Resolves to how many there were. */
  release(response?: GivenResponse): Promise<number>
}

/** The parts that a handle is made of. */
export interface HandleOptions {
  readonly control: RuleControl
  readonly source: RequestSource
  readonly waiting: Waiting
  readonly addRule: (rule: RuleValues) => Promise<ListedRule>
}

export function createHandle<Name extends string, Type>(
  name: Name,
  url: string,
  { control, source, waiting, addRule }: HandleOptions,
): EndpointHandle<Name, Type> {
  const add = async (rule: object): Promise<RuleHandle> =>
    createRuleHandle(control, await addRule({ ...rule, endpoint: name }))

  return {
    name,
    url,
    requests: async () => toReceivedRequests(await source.list(name)),
    waitForRequest: (options) => waiting.waitForRequest(name, options),
    waitForRequests: (count, options) => waiting.waitForRequests(count, name, options),
    rule: add,
    once: async (...given: readonly unknown[]) =>
      add({ ...whenBefore(given), response: needed(given.at(-1), 'once'), times: 1 }),
    sequence: async (...given: readonly unknown[]) =>
      add({ ...whenBefore(given), responses: needed(given.at(-1), 'sequence') }),
    when: async (match, response) =>
      add({ when: toWhen(match), response: needed(response, 'when') }),
    async hold(match = {} as never) {
      const rule = { endpoint: name, when: toWhen(match), response: { hold: true }, times: 1 }
      return createGate(control, await addRule(rule), waiting)
    },
    release: async (response) =>
      control.releaseRequests({ endpoint: name, response: writeResponse(response) }),
  }
}

const calls = {
  once: 'once({ statusCode: 503 })` or `once(match, { statusCode: 503 })',
  sequence: 'sequence([{ statusCode: 503 }, {}])` or `sequence(match, [{ statusCode: 503 }, {}])',
  when: "when('POST', { statusCode: 503 })",
}

/** Returns the response that was given. Throws a `TypeError` with the right call if none was. */
function needed(response: unknown, call: keyof typeof calls): unknown {
  if (response === undefined)
    throw new TypeError(`The response is missing: call \`${calls[call]}\`.`)
  return response
}

/** Returns the conditions of the rule, if a match is given before the response. */
function whenBefore(given: readonly unknown[]): { readonly when?: NewWhen } {
  return given.length > 1 ? { when: toWhen(given[0] as RequestMatch) } : {}
}
