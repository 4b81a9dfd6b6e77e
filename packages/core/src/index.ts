/**
 * The mock endpoint service as a library: `createApp` is one `fetch` function.
 * @packageDocumentation
 */
export { secretHeaders } from './engine/capture.ts'
export { createJournal, type Journal, type JournalOptions } from './engine/journal.ts'
export { type App, type AppOptions, createApp } from './http/app.ts'
export type { ErrorContext, ErrorReporter } from './http/error-reply.ts'
export { createFetch, type FetchTarget } from './http/fetch.ts'
export type { PlainRequest, ShortWay } from './http/short-way.ts'
export type { Answer } from './model/answer.ts'
export type { Clock, Timer } from './model/clock.ts'
export type { Endpoint } from './model/endpoint.ts'
export {
  type Fault,
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  type ProblemOptions,
  problemCodes,
} from './model/problem.ts'
export type { Outcome, RecordedRequest } from './model/request.ts'
export {
  type Awaitable,
  type EndpointStore,
  type NameRange,
  StoreError,
  type StoreErrorKind,
} from './model/store.ts'
