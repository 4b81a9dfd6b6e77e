/**
 * The mock endpoint service as a library. `createApp` returns an app with a `fetch` function.
 * @module @mock-endpoint/core
 */

export type { Connection } from './engine/places.ts'
export { type SharedStore, type Sharing, sharingOf } from './engine/sharing.ts'
export { type AllowedHosts, hostOf, isAllowedHost, portOf } from './forward/allowed-hosts.ts'
export { createFetchForwarder } from './forward/fetch-forwarder.ts'
export { toReturnedHeaders } from './forward/forwarded-headers.ts'
export {
  type Forwarder,
  type ForwardFault,
  type ForwardRequest,
  type ForwardResponse,
  forwardFailed,
} from './forward/forwarder.ts'
export { bodyIncomplete } from './http/adapters/body.ts'
export { createFetch, type FetchTarget } from './http/adapters/fetch.ts'
export {
  type BreakingFault,
  hasBody,
  type Incoming,
  type Leave,
  type PacedBody,
  type ReadBody,
  type Responder,
  type ResponseHead,
} from './http/adapters/incoming.ts'
export type { PlainAdapter, PlainRequest } from './http/adapters/plain-adapter.ts'
export { type App, createApp } from './http/app.ts'
export type { AppOptions } from './http/app-options.ts'
export { accepts } from './http/control-plane/accept.ts'
export type { EndpointApp } from './http/endpoint-app.ts'
export type { ErrorContext, ErrorReporter } from './http/error-reply.ts'
export {
  createJournal,
  type ForgottenRequest,
  type Journal,
  type JournalLimits,
  type JournalOptions,
  type MemoryJournal,
} from './journal/journal.ts'
export type { Arrival, End, JournalEntry, Recorder, SentResponse } from './journal/recorder.ts'
export { type BodyStart, createBodyStart } from './journal/ring/body-start.ts'
export { type CapturedBody, noBody, secretHeaders } from './journal/ring/capture.ts'
export type {
  FollowQuery,
  JournalEvent,
  JournalView,
  PageQuery,
  RequestFilter,
  RequestPage,
} from './journal/view.ts'
export type { Endpoint } from './model/endpoint/endpoint.ts'
export type { FileFault, FileOrigin, Files, FilesHealth } from './model/endpoint/files.ts'
export { parseUrl } from './model/http/parse-url.ts'
export type {
  Forwarded,
  Outcome,
  RawHeaders,
  RecordedRequest,
  RecordedResponse,
} from './model/http/request.ts'
export { type HeaderPairs, type PlainResponse, withoutBody } from './model/http/response.ts'
export { createMembers, type Members } from './model/members.ts'
export { causesOf, codeOf, sheltered } from './model/problem/errors.ts'
export { nearMisses } from './model/problem/near-miss.ts'
export {
  type Fault,
  type Fix,
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  type ProblemOptions,
  problemCodes,
} from './model/problem/problem.ts'
export type { NetworkFault, RuleMismatch } from './model/rule/rule.ts'
export {
  type Awaitable,
  type EndpointStore,
  type NameRange,
  type StoreChange,
  type StoredRule,
  StoreError,
  type StoreErrorKind,
} from './model/store/store.ts'
export type { Clock, Timer } from './model/time/clock.ts'
export { type OneAtATime, oneAtATime, yieldToOthers } from './model/time/yielding.ts'
export type { CountedRules } from './rules/kept/counted-rules.ts'
