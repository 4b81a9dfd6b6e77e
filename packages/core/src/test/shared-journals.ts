// Two journals that share a log, for a test.
import { onTestFinished } from 'vitest'
import {
  createSharedJournal,
  type SharedJournal,
  type SharedJournalOptions,
} from '../journal/shared/shared-journal.ts'
import { createSharedLog, type SharedLog } from './shared-log.ts'

/** Opens two journals on one log. */
export function two(limits?: SharedJournalOptions): {
  readonly log: SharedLog
  readonly a: SharedJournal
  readonly b: SharedJournal
} {
  const log = createSharedLog()
  const [a, b] = ['a', 'b'].map((name) => createSharedJournal(log.open(name), limits)) as [
    SharedJournal,
    SharedJournal,
  ]
  onTestFinished(() => {
    a.close()
    b.close()
  })
  return { log, a, b }
}
