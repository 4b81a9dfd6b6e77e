// The contract of responses: how a journal shows recorded responses, and where.
import { expectSame } from '../contract/expect-same.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalEntry, SentResponse } from '../journal/recorder.ts'
import type { RecordedResponse } from '../model/http/request.ts'
import { answered, askOne, pageOf } from './cases.ts'
import type { TestOnJournal } from './on-journal.ts'
import { read } from './reader.ts'
import { shown } from './recording.ts'

const headers = [
  ['content-type', 'text/plain'],
  ['x-a', '1'],
  ['x-a', '2'],
] as const

type Body = Pick<SentResponse, 'body' | 'bodyBytes'>

const bodies: [what: string, sent: Body, shown: Omit<RecordedResponse, 'headers'>][] = [
  ['text', { body: 'ab' }, { body: 'ab', bodyBytes: 2, bodyTruncated: false }],
  [
    'bytes that are no UTF-8',
    { body: Uint8Array.of(0xff, 0) },
    { body: '/wA=', bodyBytes: 2, bodyEncoding: 'base64', bodyTruncated: false },
  ],
  [
    'given in part',
    { body: Uint8Array.of(0x61), bodyBytes: 9 },
    { body: 'a', bodyBytes: 9, bodyTruncated: true },
  ],
  ['empty', { body: null }, { body: '', bodyBytes: 0, bodyTruncated: false }],
]

/** Returns a short response, which is kept whole, or `undefined` if the journal keeps none. */
function ifKept<T>({ responseBytes = 0 }: Journal, response: T): T | undefined {
  return responseBytes > 1 ? response : undefined
}

function answer(journal: Journal, entry: JournalEntry): void {
  journal.complete(entry, { ...answered, response: { headers, body: 'ab' } })
}

/** Tests recorded responses. A journal that keeps any must keep two bytes or more of each body. */
export function testResponses(test: TestOnJournal): void {
  for (const [what, body, expected] of bodies) {
    test(`shows a response whose body was ${what}`, async (journal) => {
      const entry = askOne(journal, 'a1')
      journal.complete(entry, { ...answered, response: { headers, ...body } })
      const request = await shown(journal, entry.id)
      expectSame('the response', request.response, ifKept(journal, { headers, ...expected }))
    })
  }

  test('the requests in pages and events have no response', async (journal) => {
    answer(journal, askOne(journal, 'a1'))
    const { requests } = await pageOf(journal)
    const onPage = requests.map((request) => 'response' in request)
    expectSame('on a page', onPage, [false])
    const reader = read(journal)
    await reader.expect('a1 answered')
    const told = [...reader.known.values()].map((request) => 'response' in request)
    await reader.leave()
    expectSame('in an event', told, [false])
  })

  test('a pending or aborted request has no response', async (journal) => {
    const entry = askOne(journal, 'a1')
    expectSame('pending', (await shown(journal, entry.id)).response, undefined)
    journal.complete(entry, { outcome: 'aborted' })
    expectSame('aborted', (await shown(journal, entry.id)).response, undefined)
  })
}
