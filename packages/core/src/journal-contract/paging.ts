// The contract of pages: their requests, and the cursor to the next page.
import { expectSame, show } from '../contract/expect-same.ts'
import { answered, ask, askOne, filters, mixed, namesOn, numbered, pageOf } from './cases.ts'
import type { TestOnJournal } from './on-journal.ts'

/** Tests the requests of a page, and the cursor to the next page. */
export function testPages(test: TestOnJournal): void {
  test('a page has requests in order of arrival, not of their ends', async (journal) => {
    const entries = ask(journal, 'a1 b1 -1')
    for (const entry of entries.toReversed()) journal.complete(entry, answered)
    expectSame('page()', namesOn(await pageOf(journal)), 'a1 b1 -1')
  })

  for (const [filter, expected] of filters) {
    test(`pages what passes the filter ${show(filter)}`, async (journal) => {
      ask(journal, mixed)
      expectSame(`page(${show(filter)})`, namesOn(await pageOf(journal, filter)), expected)
    })
  }

  test('the cursors lead from page to page without a gap', async (journal) => {
    ask(journal, 'a1 b1 a2 a3 b2 a4 a5')
    const query = { endpoint: 'a', limit: 2 }
    const first = await pageOf(journal, query)
    const second = await pageOf(journal, { ...query, after: first.next })
    const third = await pageOf(journal, { ...query, after: second.next })
    const pages = [first, second, third].map(namesOn)
    expectSame('pages', pages, ['a1 a2', 'a3 a4', 'a5'])
    ask(journal, 'b3 a6')
    const fourth = await pageOf(journal, { ...query, after: third.next })
    expectSame('the next page', namesOn(fourth), 'a6')
  })

  test('the cursor of a full last page leads to later requests', async (journal) => {
    ask(journal, 'a1 a2')
    const { next } = await pageOf(journal, { limit: 2 })
    expectSame('the next page', namesOn(await pageOf(journal, { after: next })), '')
    ask(journal, 'a3')
    expectSame('the next page', namesOn(await pageOf(journal, { after: next })), 'a3')
  })

  test('the cursor of an empty page leads to later requests', async (journal) => {
    const { next } = await pageOf(journal)
    ask(journal, 'a1')
    expectSame('the next page', namesOn(await pageOf(journal, { after: next })), 'a1')
  })
}

/** Tests the requests of a page after a cursor. */
export function testCursors(test: TestOnJournal): void {
  test('the page after a cursor has no earlier requests that ended since', async (journal) => {
    const entry = askOne(journal, 'a1')
    const { next } = await pageOf(journal)
    journal.complete(entry, answered)
    expectSame('the next page', namesOn(await pageOf(journal, { after: next })), '')
  })

  test('a page has up to 100 requests unless `limit` is given', async (journal) => {
    const names = numbered(150)
    ask(journal, names.join(' '))
    const page = await pageOf(journal)
    expectSame('how many', page.requests.length, 100)
    const rest = await pageOf(journal, { after: page.next })
    expectSame('the rest', namesOn(rest), names.slice(100).join(' '))
    expectSame('all', (await pageOf(journal, { limit: 1000 })).requests.length, 150)
  })

  test('after drops and a clear, a cursor leads to the rest', { requests: 2 }, async (journal) => {
    ask(journal, 'a1')
    const { next } = await pageOf(journal)
    ask(journal, 'a2 a3 a4')
    expectSame(
      'page() after some fell out',
      namesOn(await pageOf(journal, { after: next })),
      'a3 a4',
    )
    await journal.clear()
    ask(journal, 'a5')
    expectSame('page() after a clear', namesOn(await pageOf(journal, { after: next })), 'a5')
  })

  test('an unknown cursor leads to the first page', async (journal, another) => {
    ask(journal, 'a1 a2')
    const other = await another()
    ask(other, 'a1')
    const { next } = await pageOf(other)
    for (const after of [next, '', '1', 'x-1', `${next}1`]) {
      expectSame(`page after ${show(after)}`, namesOn(await pageOf(journal, { after })), 'a1 a2')
    }
  })

  test('a cursor fits into a query and a header', async (journal) => {
    ask(journal, 'a1 a2')
    for (const page of [await pageOf(journal), await pageOf(journal, { limit: 1 })]) {
      expectSame('whether it does', /^[!-~]+$/.test(page.next), true)
    }
  })
}
