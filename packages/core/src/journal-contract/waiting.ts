// The contract of waits: when they end, and with which page.
import { expectSame } from '../contract/expect-same.ts'
import type { Journal } from '../journal/journal.ts'
import type { PageQuery } from '../journal/view.ts'
import { answered, ask, askOne, moment, namesOn, pageOf, soon } from './cases.ts'
import type { TestOnJournal } from './on-journal.ts'

/** In milliseconds. Longer than any test. */
const wait = 600_000

interface Wait {
  /** Resolves to the names on the page, which must come soon. */
  page(): Promise<string>
  /** Rejects if the page has come. */
  expectWaiting(): Promise<void>
}

function startWait(journal: Journal, query: PageQuery, signal?: AbortSignal): Wait {
  let isOver = false
  const page = journal.page({ wait, ...query }, signal).finally(() => {
    isOver = true
  })
  return {
    page: async () => namesOn(await soon(page)),
    async expectWaiting() {
      await moment()
      expectSame('whether the wait is over', isOver, false)
    },
  }
}

/** Tests which requests end a wait. */
export function testWaits(test: TestOnJournal): void {
  test('page() does not wait unless `wait` is given', async (journal) => {
    ask(journal, 'a1')
    expectSame('page()', namesOn(await pageOf(journal, { count: 2 })), 'a1')
  })

  test('a wait ends when a request arrives', async (journal) => {
    const waiting = startWait(journal, {})
    await waiting.expectWaiting()
    ask(journal, 'a1')
    expectSame('the page', await waiting.page(), 'a1')
  })

  test('a wait ends when `count` requests are there, earlier ones included', async (journal) => {
    ask(journal, 'a1 a2')
    expectSame('a page at once', await startWait(journal, { count: 2 }).page(), 'a1 a2')
    const waiting = startWait(journal, { count: 4 })
    ask(journal, 'a3')
    await waiting.expectWaiting()
    ask(journal, 'a4')
    expectSame('the page', await waiting.page(), 'a1 a2 a3 a4')
  })

  test('a wait counts only requests that pass its filter', async (journal) => {
    ask(journal, 'b1')
    const [ofA, unmatched] = [{ endpoint: 'a' }, { unmatched: true }].map((filter) =>
      startWait(journal, filter),
    )
    ask(journal, 'b2')
    await ofA?.expectWaiting()
    ask(journal, '-1')
    expectSame('the page of unmatched ones', await unmatched?.page(), '-1')
    await ofA?.expectWaiting()
    ask(journal, 'a1')
    expectSame('the page of an endpoint', await ofA?.page(), 'a1')
  })

  test('a wait after a cursor does not end when an earlier request ends', async (journal) => {
    const entry = askOne(journal, 'a1')
    const { next } = await pageOf(journal)
    const waiting = startWait(journal, { after: next })
    journal.complete(entry, answered)
    await waiting.expectWaiting()
    ask(journal, 'a2')
    expectSame('the page', await waiting.page(), 'a2')
  })

  test('no request is lost between a wait and the page after it', async (journal) => {
    const waiting = journal.page({ wait })
    ask(journal, 'a1 a2 a3')
    const first = await soon(waiting)
    ask(journal, 'a4')
    const rest = await pageOf(journal, { after: first.next })
    const names = `${namesOn(first)} ${namesOn(rest)}`
    expectSame('both pages', names, 'a1 a2 a3 a4')
  })
}

/** Tests how time, abort and close end a wait, and that a clear starts it again. */
export function testEndsOfWaits(test: TestOnJournal): void {
  test('a wait counts again from zero after a clear', async (journal) => {
    ask(journal, 'a1')
    const waiting = startWait(journal, { count: 2 })
    await journal.clear()
    ask(journal, 'a2')
    await waiting.expectWaiting()
    ask(journal, 'a3')
    expectSame('the page', await waiting.page(), 'a2 a3')
  })

  test('a wait that times out returns the requests so far', async (journal) => {
    const waiting = startWait(journal, { count: 2, wait: 50 })
    ask(journal, 'a1')
    await waiting.expectWaiting()
    expectSame('the page', await waiting.page(), 'a1')
  })

  test('a wait whose signal aborts returns the requests so far', async (journal) => {
    const ending = new AbortController()
    const waiting = startWait(journal, { count: 2 }, ending.signal)
    ask(journal, 'a1')
    await waiting.expectWaiting()
    ending.abort()
    expectSame('the page', await waiting.page(), 'a1')
    const late = startWait(journal, { count: 2 }, ending.signal)
    expectSame('the page of a signal that had aborted', await late.page(), 'a1')
  })

  test('closing the journal ends a wait with the requests so far', async (journal) => {
    const waiting = startWait(journal, { count: 2 })
    ask(journal, 'a1')
    await waiting.expectWaiting()
    journal.close()
    expectSame('the page', await waiting.page(), 'a1')
    expectSame('a page after close()', await startWait(journal, { count: 2 }).page(), 'a1')
  })
}
