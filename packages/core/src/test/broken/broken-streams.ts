// Journals that tell their readers too much, too little, or do not end as they should.
import type { FollowQuery, JournalEvent } from '../../journal/view.ts'
import type { BrokenJournal } from './broken-journal.ts'

/** Changes the events that a journal tells. */
function events(change: (event: JournalEvent) => readonly JournalEvent[]): BrokenJournal['breaks'] {
  return (journal) => ({
    async *follow(query, signal) {
      for await (const batch of journal.follow(query, signal)) yield batch.flatMap(change)
    },
  })
}

function queries(change: (query: FollowQuery) => FollowQuery): BrokenJournal['breaks'] {
  return (journal) => ({ follow: (query, signal) => journal.follow(change(query), signal) })
}

export const brokenStreams: readonly BrokenJournal[] = [
  {
    it: 'tells nothing',
    breaks: () => ({ async *follow() {} }),
    fails: 'tells everything there is, however much, and each once',
    says: 'but got ["end"]',
  },
  {
    it: 'tells each event twice',
    breaks: events((event) => [event, event]),
    fails: 'tells a request that changed twice before it was read once',
    says: 'what follow() told: expected ["a3 pending", "a2 answered"], but got ["a1 pending", "a3',
  },
  {
    it: 'does not tell that it was cleared',
    breaks: events((event) => (event.type === 'cleared' ? [] : [event])),
    fails: 'tells that it was cleared, and nothing of what was pending',
    says: 'expected ["cleared", "a3 pending"], but got ["a3 pending", "nothing"]',
  },
  {
    it: 'does not tell what fell out',
    breaks: events((event) => (event.type === 'lagged' ? [] : [event])),
    fails: 'tells who had seen an empty journal that requests fell out',
    says: 'expected ["lagged 1", "a2 pending"], but got ["a2 pending", "nothing"]',
  },
  {
    it: 'tells everything, whatever passes the filter',
    breaks: queries(({ after }) => ({ after })),
    fails: 'tells what passes the filter {endpoint: "c"}',
    says: 'expected ["end"], but got ["a1 answered"]',
  },
  {
    it: 'tells everything again to who comes back',
    breaks: queries(({ after, ...query }) => query),
    fails: 'tells what changed after the cursor of an event',
    says: 'expected ["a2 pending", "a3 pending"], but got ["a1 pending", "a2 pending"]',
  },
  {
    it: 'goes on after the abort',
    breaks: (journal) => ({
      follow: (query) => journal.follow(query, new AbortController().signal),
    }),
    fails: 'ends a stream when its signal aborts',
    says: 'expected ["end"], but got ["nothing"]',
  },
  {
    it: 'does not tell what happened before it was closed',
    breaks(journal) {
      const ending = new AbortController()
      return {
        follow: (query, signal) => journal.follow(query, AbortSignal.any([signal, ending.signal])),
        close() {
          ending.abort()
          journal.close()
        },
      }
    },
    fails: 'ends a stream when it is closed, after what happened before',
    says: 'expected ["a2 pending", "end"], but got ["end"]',
  },
]
