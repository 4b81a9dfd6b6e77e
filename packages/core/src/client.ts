/**
 * The typed client of a mock endpoint service. It uses `fetch`, so it runs on any runtime.
 * @module @mock-endpoint/core/client
 */
import type { AnyApi } from './client/api.ts'
import type { Client, ClientOptions } from './client/client.ts'
import { createClientOf } from './client/client-of.ts'
import { createWire } from './control/wire.ts'
import { parseUrl } from './model/http/parse-url.ts'

export type {
  AnyApi,
  AnyEndpoint,
  Data,
  DataFor,
  ErrorStatus,
  NameOf,
  NewEndpoint,
  NewErrorEndpoint,
  StoredEndpoint,
} from './client/api.ts'
export type {
  Client,
  ClientOptions,
  ListOptions,
  ReleaseOptions,
  ResetOptions,
} from './client/client.ts'
export { type ClientOfOptions, createClientOf } from './client/client-of.ts'
export type {
  DeliveryOptions,
  NewBodyDelivery,
  NewDelivery,
  NewEventDelivery,
  NewEventsDelivery,
} from './client/deliveries/new-delivery.ts'
export type { SentDelivery } from './client/deliveries/sent-delivery.ts'
export type { EndpointHandle } from './client/handle.ts'
export {
  drawnSeedNow,
  type InProcess,
  type ResponseFailure,
  requestsNow,
  responseFailuresNow,
  unusedRulesNow,
} from './client/in-process.ts'
export type { JsonOf } from './client/json-of.ts'
export { type RawJson, rawJson } from './client/json-writer.ts'
export { describeRequest, describeRequests } from './client/requests/describe-requests.ts'
export type { ReceivedRequest, RequestSnapshot } from './client/requests/received-request.ts'
export type { ReceivedRequests } from './client/requests/received-requests.ts'
export { visible } from './client/requests/visible.ts'
export type { WaitOptions } from './client/requests/wait-options.ts'
export type { DefaultTimeout, Waits } from './client/requests/waiting.ts'
export type {
  AnyResponse,
  AskedRequest,
  EndpointRule,
  GivenResponse,
  MockRule,
  NewEvent,
  NewFollowUp,
  NewOtherResponse,
  NewResponse,
  NewRule,
  OtherStatus,
  ResponseFunction,
  ReturnedResponse,
  RuleConditions,
  RuleOfMany,
  RuleOfOne,
} from './client/rules/new-rule.ts'
export type {
  DataAt,
  NewTextLike,
  NewWhen,
  OnlyKnown,
  ParamsOf,
  PathOf,
  RequestMatch,
  ShortMethod,
  TextValue,
} from './client/rules/request-match.ts'
export type { Gate, RuleHandle } from './client/rules/rule-handle.ts'
export type { RuleState } from './client/rules/rule-state.ts'
export { conditionWords, requestWords, shorten } from './client/rules/rule-words.ts'
export type { RuleValues } from './client/rules/write-rule.ts'
export { unless } from './client/unless.ts'
export type {
  Control,
  DeliveryPage,
  DeliveryQuery,
  DeliveryWait,
  EndpointPage,
  EndpointQuery,
  EndpointSummary,
  Health,
  Imported,
  OperationName,
  Operations,
  Release,
  ReleaseAll,
  RulePage,
  RuleQuery,
  SummaryPage,
  SummaryQuery,
} from './control/control.ts'
export { type KeepFollowingOptions, keepFollowing } from './control/keep-following.ts'
export { pages, requestPages } from './control/pages.ts'
export { createWire, type WireOptions } from './control/wire.ts'
export { WireError } from './control/wire-error.ts'
export type {
  FollowQuery,
  JournalEvent,
  PageQuery,
  RequestFilter,
  RequestPage,
} from './journal/view.ts'
export type { Delivery, DeliveryAttempt, DeliveryState } from './model/delivery/delivery.ts'
export type { DeliveryRequest, DeliverySigning } from './model/delivery/delivery-request.ts'
export type {
  HmacSecret,
  TwilioSecret,
  VendorSecret,
  WebhookSecret,
  WebhookSecretOptions,
} from './model/delivery/webhook-secret.ts'
export { type Endpoint, endpointToJson } from './model/endpoint/endpoint.ts'
export type { FileFault, FilesHealth } from './model/endpoint/files.ts'
export type { Forwarded, Outcome, RecordedRequest, RecordedResponse } from './model/http/request.ts'
export type { HeaderPairs, PlainResponse } from './model/http/response.ts'
export { causesOf, codeOf } from './model/problem/errors.ts'
export { nearMisses } from './model/problem/near-miss.ts'
export {
  type Fault,
  type Fix,
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  type ProblemOptions,
} from './model/problem/problem.ts'
export { proposedAs } from './model/rule/proposed-rule.ts'
export type {
  FollowUp,
  ListedRule,
  NetworkFault,
  RecordOptions,
  Redaction,
  Rule,
  RuleBody,
  RuleChunk,
  RuleEvent,
  RuleMismatch,
  RuleResponse,
  RuleWhen,
} from './model/rule/rule.ts'
export { mismatchInWords, networkFaults } from './model/rule/rule.ts'
export { ruleToJson } from './model/rule/rule-json.ts'
export type { Awaitable } from './model/time/awaitable.ts'
export type { Clock, Timer } from './model/time/clock.ts'

/** Returns a client of the service at `url`. Makes no call. Throws a `TypeError` for a bad URL. */
export function createClient<Api extends object = AnyApi>(options: ClientOptions): Client<Api> {
  if ('baseUrl' in options) throw new TypeError('`baseUrl` is called `url`.')
  const url = toServiceUrl(options.url)
  const control = createWire({ url, token: options.token, fetch: options.fetch })
  const { waitTimeout, waitScope } = options
  return createClientOf<Api>(control, { root: () => url, waitTimeout, waitScope })
}

function toServiceUrl(given: string | URL): string {
  const url = parseUrl(String(given))
  if (url && /^https?:$/.test(url.protocol)) {
    const base = (url.origin + url.pathname).replace(/\/+$/, '')
    if (!base.endsWith('/endpoint')) return base
    const service = base.slice(0, -'/endpoint'.length)
    throw new TypeError(`url must be that of the service: \`${service}\`, without /endpoint.`)
  }
  const message = `url must be that of a service, such as http://localhost:16540, not \`${given}\`.`
  throw new TypeError(message)
}
