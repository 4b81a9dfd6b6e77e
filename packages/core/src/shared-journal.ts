/**
 * The journal of several services that share a log of their requests. A store for several services
 * creates it.
 * @module @mock-endpoint/core/shared-journal
 */

export type { Journal, JournalLimits } from './journal/journal.ts'
export type { Arrival, End, JournalEntry, Recorder, SentResponse } from './journal/recorder.ts'
export type { CapturedBody } from './journal/ring/capture.ts'
export type {
  Frame,
  LoggedFrame,
  LogLimits,
  LogPage,
  RequestLog,
} from './journal/shared/request-log.ts'
export {
  createSharedJournal,
  type SharedJournal,
  type SharedJournalOptions,
} from './journal/shared/shared-journal.ts'
export type {
  FollowQuery,
  JournalEvent,
  JournalView,
  PageQuery,
  RequestFilter,
  RequestPage,
} from './journal/view.ts'
export type { Forwarded, Outcome, RecordedRequest, RecordedResponse } from './model/http/request.ts'
export type { HeaderPairs } from './model/http/response.ts'
export type { NetworkFault, RuleMismatch } from './model/rule/rule.ts'
export type { Clock, Timer } from './model/time/clock.ts'
