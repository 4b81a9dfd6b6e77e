/**
 * The mock endpoint service as a library: `createApp` is one `fetch` function.
 * @module @mock-endpoint/core
 */

export type { Connection } from './engine/places.ts'
export { type SharedStore, type Sharing, sharingOf } from './engine/sharing.ts'
export { type App, type AppOptions, createApp } from './http/app.ts'
export { type BodyStart, bodyIncomplete, createBodyStart } from './http/body.ts'
export { accepts } from './http/control-plane/accept.ts'
export type { ErrorContext, ErrorReporter } from './http/error-reply.ts'
export { createFetch, type FetchTarget } from './http/fetch.ts'
export {
  type BreakingFault,
  hasBody,
  type Incoming,
  type Leave,
  type PacedBody,
  type RawHeaders,
  type ReadBody,
  type Responder,
  type ResponseHead,
} from './http/incoming.ts'
export type { PlainAdapter, PlainRequest } from './http/plain-adapter.ts'
export { type CapturedBody, noBody, secretHeaders } from './journal/capture.ts'
export {
  createJournal,
  type ForgottenRequest,
  type Journal,
  type JournalLimits,
  type JournalOptions,
  type MemoryJournal,
} from './journal/journal.ts'
export type { Arrival, End, JournalEntry, Recorder, SentResponse } from './journal/recorder.ts'
export type {
  FollowQuery,
  JournalEvent,
  JournalView,
  PageQuery,
  RequestFilter,
  RequestPage,
} from './journal/view.ts'
export type { Clock, Timer } from './model/clock.ts'
export type { Endpoint } from './model/endpoint.ts'
export { causesOf, codeOf, sheltered } from './model/errors.ts'
export type { FileFault, FileOrigin, Files, FilesHealth } from './model/files.ts'
export { nearMisses } from './model/near-miss.ts'
export {
  type Fault,
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  type ProblemOptions,
  problemCodes,
} from './model/problem.ts'
export type { Outcome, RecordedRequest, RecordedResponse } from './model/request.ts'
export { type HeaderPairs, type PlainResponse, withoutBody } from './model/response.ts'
export type { NetworkFault, RuleMismatch } from './model/rule.ts'
export {
  type Awaitable,
  type EndpointStore,
  type NameRange,
  type StoreChange,
  type StoredRule,
  StoreError,
  type StoreErrorKind,
} from './model/store.ts'
export { type OneAtATime, oneAtATime, yieldToOthers } from './model/yielding.ts'
export type { CountedRules } from './rules/counted-rules.ts'
