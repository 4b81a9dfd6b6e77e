// Journals that record, forget, page or wait wrongly.
import { createJournal } from '../../journal/journal.ts'
import type { RequestPage } from '../../journal/view.ts'
import type { BrokenJournal } from './broken-journal.ts'

const someResponse = { headers: [], body: '', bodyBytes: 0, bodyTruncated: false }

export const brokenRecorders: readonly BrokenJournal[] = [
  {
    it: 'says that it is off',
    breaks: () => ({ isOn: false }),
    fails: 'is on and empty at first',
    says: 'isOn: expected true, but got false',
  },
  {
    it: 'finds no request again',
    breaks: () => ({ get: async () => undefined }),
    fails: 'shows a body of which it was given text',
    says: 'expected a request, but got undefined',
  },
  {
    it: 'reads ids in a lenient way',
    breaks: (journal) => ({ get: (id) => journal.get(String(Number.parseInt(id, 10))) }),
    fails: 'has no request of an id that it did not give',
    says: 'get("1.5"): expected undefined, but got {',
  },
  {
    it: 'gives one id to all',
    breaks: (journal) => ({ arrive: (arrival) => ({ ...journal.arrive(arrival), id: 1 }) }),
    fails: 'gives ids that grow, and none twice',
    says: 'ids: expected [1], but got [1, 1, 1, 1, 1]',
  },
  {
    it: 'hears of no end',
    breaks: () => ({ complete: () => undefined }),
    fails: 'shows on an entry how the request now stands',
    says: 'after: expected ["answered", 200], but got ["pending", null]',
  },
  {
    it: 'forgets what was answered',
    breaks: (journal) => ({
      async get(id) {
        const { response: _, ...request } = (await journal.get(id)) ?? {}
        return 'id' in request ? request : undefined
      },
    }),
    fails: 'shows a response whose body was text',
    says: 'the response: expected {body: "ab"',
  },
  {
    it: 'shows what was answered on pages',
    breaks: pages(({ requests, ...page }) => ({
      ...page,
      requests: requests.map((request) => ({ ...request, response: someResponse })),
    })),
    fails: 'shows a response only where one request is read',
    says: 'on a page: expected [false], but got [true]',
  },
  {
    it: 'shows a response before there is one',
    breaks: (journal) => ({
      async get(id) {
        const request = await journal.get(id)
        return request && { response: someResponse, ...request }
      },
    }),
    fails: 'shows no response while a request is pending, nor when it was aborted',
    says: 'pending: expected undefined, but got {',
  },
  {
    it: 'is never cleared',
    breaks: () => ({ clear: async () => undefined }),
    fails: 'forgets everything when it is cleared',
    says: 'page(): expected "", but got "a1 a2"',
  },
  {
    it: 'keeps as many requests as it likes',
    breaks: () => createJournal(),
    fails: 'forgets the oldest requests when it is full, and counts them',
    says: 'page(): expected ["a3 a4 a5", 2], but got ["a1 a2 a3 a4 a5", 0]',
  },
  {
    it: 'is never closed',
    breaks: () => ({ close: () => undefined }),
    fails: 'ends a wait when it is closed, with what is there',
    says: 'page(): expected a page at once, but none came in 2000 ms',
  },
]

/** Changes the pages that a journal shows. */
function pages(change: (page: RequestPage) => RequestPage): BrokenJournal['breaks'] {
  return (journal) => ({ page: async (query, signal) => change(await journal.page(query, signal)) })
}

export const brokenPages: readonly BrokenJournal[] = [
  {
    it: 'pages the last request first',
    breaks: pages((page) => ({ ...page, requests: page.requests.toReversed() })),
    fails: 'pages by arrival, however requests ended',
    says: 'page(): expected "a1 b1 -1", but got "-1 b1 a1"',
  },
  {
    it: 'has empty pages',
    breaks: pages((page) => ({ ...page, requests: [] })),
    fails: 'leads on from an empty page',
    says: 'the next page: expected "a1", but got ""',
  },
  {
    it: 'leads from each page to the first',
    breaks: pages((page) => ({ ...page, next: 'x' })),
    fails: 'pages only what arrived after a cursor, not what ended',
    says: 'the next page: expected "", but got "a1"',
  },
  {
    it: 'ends its cursors with a line feed',
    breaks: pages((page) => ({ ...page, next: `${page.next}\n` })),
    fails: 'writes cursors that fit into a query and a header',
    says: 'whether it does: expected true, but got false',
  },
  {
    it: 'pages everything, whatever passes the filter',
    breaks: (journal) => ({
      page: ({ endpoint, unmatched, ...query } = {}, signal) => journal.page(query, signal),
    }),
    fails: 'pages what passes the filter {endpoint: "c"}',
    says: 'page({endpoint: "c"}): expected "", but got "a1 -1 b1 a2 -2"',
  },
  {
    it: 'does not wait',
    breaks: (journal) => ({ page: ({ wait, ...query } = {}) => journal.page(query) }),
    fails: 'waits for a request',
    says: 'whether the wait is over: expected false, but got true',
  },
  {
    it: 'waits without being told to',
    breaks: (journal) => ({
      page: (query, signal) => journal.page({ wait: 600_000, ...query }, signal),
    }),
    fails: 'does not wait unless it is told to',
    says: 'page(): expected a page at once, but none came in 2000 ms',
  },
  {
    it: 'waits on after the abort',
    breaks: (journal) => ({ page: (query) => journal.page(query) }),
    fails: 'ends a wait when its signal aborts, with what is there',
    says: 'page(): expected a page at once, but none came in 2000 ms',
  },
  {
    it: 'leads past what arrives at the end of a wait',
    breaks: (journal) => ({
      async page(query, signal) {
        const page = await journal.page(query, signal)
        return query?.wait ? { ...page, requests: page.requests.slice(0, query.count ?? 1) } : page
      },
    }),
    fails: 'leads on from a wait, whatever arrives at the same time',
    says: 'both pages: expected "a1 a2 a3 a4", but got "a1 a4"',
  },
]
