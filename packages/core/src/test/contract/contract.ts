// The HTTP contract: tests for every way to run the service.
import { describeControlPlane } from './contract-control.ts'
import { describeGuard } from './contract-guard.ts'
import { describeJournal } from './contract-journal.ts'
import { describeJournalList } from './contract-journal-list.ts'
import { describeResponses } from './contract-journal-responses.ts'
import { describeMockPlane } from './contract-mock.ts'
import { describePaths } from './contract-paths.ts'
import { describeRecord } from './contract-record.ts'
import { describeReset } from './contract-reset.ts'
import { describeRules } from './contract-rules.ts'
import type { Open } from './contract-service.ts'
import { describeStreams } from './contract-streams.ts'

/**
 * Defines all tests for the services that `open` opens. `name` describes how they run, and `store`
 * is the kind of their store.
 */
export function describeContract(name: string, open: Open, store = 'memory'): void {
  describeMockPlane(name, open)
  describeControlPlane(name, open, store)
  describePaths(name, open)
  describeRecord(name, open)
  describeRules(name, open)
  describeReset(name, open)
  describeJournal(name, open)
  describeJournalList(name, open)
  describeResponses(name, open)
  describeStreams(name, open)
  describeGuard(name, open)
}
