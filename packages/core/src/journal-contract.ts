/**
 * The contract of a journal as a test suite. It checks on any journal what the comments of
 * `Recorder` and `JournalView` specify.
 *
 * @module @mock-endpoint/core/journal-contract
 */
import type { TestRunner } from './contract/test-runner.ts'
import { testEnds } from './journal-contract/ends.ts'
import {
  testClears,
  testFollowing,
  testReaders,
  testSlowReaders,
} from './journal-contract/following.ts'
import { type OpenJournal, onJournal, type TestOnJournal } from './journal-contract/on-journal.ts'
import { testCursors, testPages } from './journal-contract/paging.ts'
import { testEndings, testIds, testLimits, testRecords } from './journal-contract/recording.ts'
import { testResponses } from './journal-contract/responses.ts'
import { testResuming, testReturning } from './journal-contract/resuming.ts'
import { testEndsOfWaits, testWaits } from './journal-contract/waiting.ts'

export type { TestRunner } from './contract/test-runner.ts'
export type { Journal } from './journal/journal.ts'
export type { Arrival, End, JournalEntry, Recorder, SentResponse } from './journal/recorder.ts'
export type { CapturedBody } from './journal/ring/capture.ts'
export type {
  FollowQuery,
  JournalEvent,
  JournalView,
  PageQuery,
  RequestFilter,
  RequestPage,
} from './journal/view.ts'
export type { OpenJournal, OpenOptions } from './journal-contract/on-journal.ts'
export type { Forwarded, Outcome, RecordedRequest, RecordedResponse } from './model/http/request.ts'
export type { HeaderPairs } from './model/http/response.ts'
export type { NetworkFault, RuleMismatch } from './model/rule/rule.ts'
export type { Awaitable } from './model/store/store.ts'

/**
 * Checks the whole contract of a journal, one behaviour per test, in a group with that name.
 *
 * `open` resolves to a new, empty journal at each call, and the test closes it. The journal must
 * have room for 1,000 requests, or if `requests` is given, keep that many. A test fails with an
 * `Error` that has the expected and the actual value.
 */
export function describeJournal(name: string, open: OpenJournal, runner: TestRunner): void {
  runner.describe(name, () => {
    const test: TestOnJournal = (behaviour, ...how) => {
      runner.test(behaviour, () => onJournal(open, how))
    }
    testRecords(test)
    testEndings(test)
    testResponses(test)
    testIds(test)
    testLimits(test)
    testPages(test)
    testCursors(test)
    testWaits(test)
    testEndsOfWaits(test)
    testFollowing(test)
    testClears(test)
    testReaders(test)
    testSlowReaders(test)
    testResuming(test)
    testReturning(test)
    testEnds(test)
  })
}
