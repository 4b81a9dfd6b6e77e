// The contract of recording: the contents of recorded requests, and how many a journal keeps.
import { expectSame, show } from '../contract/expect-same.ts'
import type { Journal } from '../journal/journal.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { answered, arrival, ask, askOne, namesOn, pageOf } from './cases.ts'
import type { TestOnJournal } from './on-journal.ts'

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const urls: [url: string, path: string, query: string][] = [
  ['/endpoint/a?b=1&c', '/endpoint/a', 'b=1&c'],
  ['http://localhost:8080/endpoint/a?b=1', '/endpoint/a', 'b=1'],
  ['/endpoint/%C3%A9%2f', '/endpoint/%C3%A9%2f', ''],
  ['/endpoint/a?', '/endpoint/a', ''],
]

const bodies: [what: string, bytes: Uint8Array, length: number, shown: object][] = [
  ['text', bytesOf('é{}'), 4, { body: 'é{}', bodyBytes: 4, bodyTruncated: false }],
  ['the beginning of a text', bytesOf('ab'), 9, { body: 'ab', bodyBytes: 9, bodyTruncated: true }],
  ['none of its bytes', bytesOf(''), 3, { body: '', bodyBytes: 3, bodyTruncated: true }],
  [
    'bytes that are no UTF-8',
    Uint8Array.of(0xff, 0),
    2,
    { body: '/wA=', bodyBytes: 2, bodyEncoding: 'base64', bodyTruncated: false },
  ],
]

/** Resolves to the request with this id. Rejects if there is none. */
export async function shown(journal: Journal, id: number): Promise<RecordedRequest> {
  const request = await journal.get(String(id))
  if (!request) throw new Error(`get("${id}"): expected a request, but got undefined`)
  return request
}

/** Tests the contents of recorded requests. */
export function testRecords(test: TestOnJournal): void {
  test('a new journal is on and empty', async (journal) => {
    expectSame('isOn', journal.isOn, true)
    expectSame('whether bodyBytes is a limit', journal.bodyBytes >= 0, true)
    const { requests, dropped } = await pageOf(journal)
    expectSame('page()', { requests, dropped }, { requests: [], dropped: 0 })
  })

  test('a request is pending until it ends, then has its outcome and duration', async (journal) => {
    const headers = ['Host', 'localhost', 'x-B', '', 'x-a', '1', 'x-B', '2']
    const arrived = { endpoint: 'a', method: 'PUT', url: '/endpoint/a?b', headers }
    const entry = journal.arrive({ ...arrived, body: { bytes: bytesOf('{}'), length: 2 } })
    const { id } = entry
    const pending = await shown(journal, id)
    // In a shared journal, a request includes the service that received it.
    const { receivedAt, daemon } = pending
    const told = {
      ...{
        id,
        endpoint: 'a',
        rule: null,
        method: 'PUT',
        path: '/endpoint/a',
        query: 'b',
        receivedAt,
        ...(daemon !== undefined && { daemon }),
      },
      ...{ body: '{}', bodyBytes: 2, bodyTruncated: false },
      headers: ['Host localhost', 'x-B ', 'x-a 1', 'x-B 2'].map((pair) => pair.split(' ')),
    }
    const open = { outcome: 'pending', statusCode: null, durationMs: null }
    expectSame('a pending request', pending, { ...told, ...open })
    expectSame('whether receivedAt is ISO 8601', isMoment(receivedAt), true)
    journal.complete(entry, { outcome: 'answered', statusCode: 201 })
    const { durationMs, ...ended } = await shown(journal, id)
    expectSame('a request that ended', ended, { ...told, outcome: 'answered', statusCode: 201 })
    expectSame('whether its duration is known', Number(durationMs ?? -1) >= 0, true)
  })

  for (const [url, path, query] of urls) {
    test(`shows the path and the query of ${show(url)} as they were sent`, async (journal) => {
      const request = await shown(journal, journal.arrive(arrival('a1', { url })).id)
      const parts = { path: request.path, query: request.query }
      expectSame('path and query', parts, { path, query })
    })
  }

  for (const [what, bytes, length, expected] of bodies) {
    test(`shows a body of which it was given ${what}`, async (journal) => {
      const { id } = journal.arrive(arrival('a1', { body: { bytes, length } }))
      const { body, bodyBytes, bodyTruncated, bodyEncoding } = await shown(journal, id)
      const encoding = bodyEncoding && { bodyEncoding }
      expectSame('the body', { body, bodyBytes, bodyTruncated, ...encoding }, expected)
    })
  }
}

/** Tests how a journal shows the end of a request. */
export function testEndings(test: TestOnJournal): void {
  test('a second end of a request changes nothing', async (journal) => {
    const entry = askOne(journal, 'a1')
    journal.complete(entry, { outcome: 'aborted' })
    const ended = await shown(journal, entry.id)
    expectSame('the outcome', [ended.outcome, ended.statusCode], ['aborted', null])
    journal.complete(entry, answered)
    expectSame('a request that ended twice', await shown(journal, entry.id), ended)
  })

  test('an unmatched request has its near misses', async (journal) => {
    const entry = askOne(journal, '-1')
    const nearMisses = ['order', 'orders']
    journal.complete(entry, { outcome: 'unmatched', statusCode: 404, nearMisses })
    const { endpoint, outcome, ...rest } = await shown(journal, entry.id)
    const expected = { endpoint: null, outcome: 'unmatched', nearMisses }
    expectSame('it', { endpoint, outcome, nearMisses: rest.nearMisses }, expected)
  })

  test('an entry has the current outcome and status of its request', async (journal) => {
    const entry = askOne(journal, 'a1')
    expectSame('before', [entry.outcome, entry.statusCode], ['pending', null])
    journal.complete(entry, answered)
    expectSame('after', [entry.outcome, entry.statusCode], ['answered', 200])
  })
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
}

/** Tests the ids that a journal assigns, and that a clear removes all requests. */
export function testIds(test: TestOnJournal): void {
  test('get() of an unknown id resolves to undefined', async (journal) => {
    const { id } = askOne(journal, 'a1')
    const odd = ['', ' ', 'x', '-1', '1.5', '1e0', 'toString', '9'.repeat(30)]
    for (const unknown of [...odd, `${id + 1}`]) {
      expectSame(`get(${show(unknown)})`, await journal.get(unknown), undefined)
    }
  })

  test('ids are unique and increase, even after a clear', async (journal) => {
    const before = ask(journal, 'a1 a2 -1')
    await journal.clear()
    const ids = [...before, ...ask(journal, 'a3 -2')].map(({ id }) => id)
    expectSame('whether ids are integers', ids.every(Number.isSafeInteger), true)
    expectSame(
      'ids',
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    )
  })

  test('a clear removes all requests', async (journal) => {
    const [first] = ask(journal, 'a1 a2')
    await journal.clear()
    expectSame('page()', namesOn(await pageOf(journal)), '')
    expectSame('get()', await journal.get(String(first?.id)), undefined)
  })
}

/** Tests a journal that is full or off. */
export function testLimits(test: TestOnJournal): void {
  test('a full journal drops the oldest requests, and counts them', {
    requests: 3,
  }, async (journal) => {
    const entries = ask(journal, 'a1 a2 a3 a4 a5')
    for (const entry of entries) journal.complete(entry, answered)
    const page = await pageOf(journal)
    expectSame('page()', [namesOn(page), page.dropped], ['a3 a4 a5', 2])
    expectSame('get()', await journal.get(String(entries[1]?.id)), undefined)
    expectSame(
      'outcomes',
      page.requests.map(({ outcome }) => outcome),
      Array(3).fill('answered'),
    )
  })

  test('a clear resets the number of dropped requests', { requests: 2 }, async (journal) => {
    ask(journal, 'a1 a2 a3')
    await journal.clear()
    expectSame('dropped', (await pageOf(journal)).dropped, 0)
    ask(journal, 'a4 a5 a6')
    expectSame('dropped', (await pageOf(journal)).dropped, 1)
  })

  test('a journal that is off keeps and drops no request', { requests: 0 }, async (journal) => {
    const entry = askOne(journal, 'a1')
    journal.complete(entry, answered)
    expectSame('isOn', journal.isOn, false)
    expectSame('get()', await journal.get(String(entry.id)), undefined)
    const page = await pageOf(journal)
    expectSame('page()', [namesOn(page), page.dropped], ['', 0])
  })
}
