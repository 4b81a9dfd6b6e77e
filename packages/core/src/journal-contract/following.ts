// The contract of streams: the events that a reader receives, and their order.
import { expectSame, show } from '../contract/expect-same.ts'
import {
  answered,
  arrival,
  ask,
  askOne,
  filters,
  inWords,
  mixed,
  moment,
  numbered,
  pageOf,
} from './cases.ts'
import type { TestOnJournal } from './on-journal.ts'
import { read } from './reader.ts'

/** Tests the events for a reader that keeps up. */
export function testFollowing(test: TestOnJournal): void {
  test('a stream has requests in order of last change, then new changes', async (journal) => {
    const [first] = ask(journal, 'a1 b1')
    if (first) journal.complete(first, answered)
    const reader = read(journal)
    await reader.expect('b1 pending', 'a1 answered')
    const third = askOne(journal, 'a2')
    await reader.expect('a2 pending')
    journal.complete(third, { outcome: 'aborted' })
    ask(journal, '-1')
    await reader.expect('a2 aborted', '-1 pending')
    const page = await pageOf(journal)
    const known = page.requests.map(({ query }) => reader.known.get(query))
    expectSame('the requests that were told', known, page.requests)
  })

  test('a reader that waits gets the requests that arrive', async (journal) => {
    const reader = read(journal)
    reader.ask()
    await moment()
    ask(journal, 'a1 a2')
    await reader.expect('a1 pending', 'a2 pending')
  })

  test('a request that changed twice before it was read is in the stream once', async (journal) => {
    ask(journal, 'a1')
    const reader = read(journal)
    await reader.expect('a1 pending')
    const [second] = ask(journal, 'a2 a3')
    if (second) journal.complete(second, answered)
    await reader.expect('a3 pending', 'a2 answered')
    ask(journal, 'a4')
    await reader.expect('a4 pending')
  })

  for (const [filter, expected] of filters) {
    test(`tells what passes the filter ${show(filter)}`, async (journal) => {
      const entries = ask(journal, mixed)
      const reader = read(journal, filter)
      const names = expected.split(' ').filter((name) => name !== '')
      await reader.expect(...names.map((name) => `${name} pending`))
      for (const entry of entries) journal.complete(entry, answered)
      await reader.expect(...names.map((name) => `${name} answered`))
      journal.close()
      await reader.expect('end')
    })
  }
}

/** Tests the events about clears. */
export function testClears(test: TestOnJournal): void {
  test('after `cleared`, a stream has no events of earlier requests', async (journal) => {
    const entry = askOne(journal, 'a1')
    const reader = read(journal)
    await reader.expect('a1 pending')
    ask(journal, 'a2')
    await journal.clear()
    journal.complete(entry, answered)
    ask(journal, 'a3')
    await reader.expect('cleared', 'a3 pending')
  })

  test('a new reader gets no events of past clears or drops', { requests: 2 }, async (journal) => {
    ask(journal, 'a1')
    await journal.clear()
    ask(journal, 'a2 a3 a4 a5')
    const reader = read(journal)
    await reader.expect('a4 pending', 'a5 pending')
    ask(journal, 'a6')
    await reader.expect('a6 pending')
  })
}

/** Tests the events for a reader that pauses. */
export function testReaders(test: TestOnJournal): void {
  test('a new reader gets every recorded request once, however large they are', async (journal) => {
    const body = { bytes: new Uint8Array(60_000).fill(120), length: 60_000 }
    const names = numbered(30)
    for (const name of names) journal.arrive(arrival(name, { body }))
    const reader = read(journal)
    await reader.expect(...names.map((name) => `${name} pending`))
    ask(journal, 'b1')
    await reader.expect('b1 pending')
  })

  test('a reader that paused gets each request that changed, once', async (journal) => {
    ask(journal, 'b1')
    const reader = read(journal)
    await reader.expect('b1 pending')
    const names = numbered(250)
    const [first] = ask(journal, names.join(' '))
    if (first) journal.complete(first, answered)
    const others = names.slice(1).map((name) => `${name} pending`)
    await reader.expect(...others, 'a1 answered')
    ask(journal, 'b2')
    await reader.expect('b2 pending')
  })

  test('a reader that paused gets the number of dropped requests, then the rest', {
    requests: 3,
  }, async (journal) => {
    const first = askOne(journal, 'a1')
    const reader = read(journal)
    await reader.expect('a1 pending')
    ask(journal, 'a2 a3 a4 a5 a6 a7 a8 a9 a10 a11')
    journal.complete(first, answered)
    await reader.expect('lagged 8', 'a9 pending', 'a10 pending', 'a11 pending')
    ask(journal, 'a12')
    await reader.expect('a12 pending')
  })
}

/** Tests the events for a reader when requests were dropped before it read them. */
export function testSlowReaders(test: TestOnJournal): void {
  test('the end of a dropped request causes no event', { requests: 1 }, async (journal) => {
    const entry = askOne(journal, 'a1')
    const reader = read(journal, { endpoint: 'a' })
    await reader.expect('a1 pending')
    ask(journal, 'b1')
    journal.complete(entry, answered)
    ask(journal, 'a2')
    await reader.expect('a2 pending')
    const page = await pageOf(journal)
    expectSame('page()', page.requests.map(inWords), ['a2 pending'])
  })

  test('a reader that paused gets the number of requests dropped since the clear', {
    requests: 2,
  }, async (journal) => {
    ask(journal, 'a1 a2 a3')
    const reader = read(journal)
    await reader.expect('a2 pending', 'a3 pending')
    await journal.clear()
    ask(journal, 'a4 a5 a6')
    await reader.expect('cleared', 'lagged 1', 'a5 pending', 'a6 pending')
  })

  test('a reader that never reads or stops early does not affect others', async (journal) => {
    const silent = read(journal)
    const leaving = read(journal)
    ask(journal, 'a1')
    await leaving.expect('a1 pending')
    const reader = read(journal)
    await reader.expect('a1 pending')
    await leaving.leave()
    const entry = askOne(journal, 'a2')
    journal.complete(entry, answered)
    await reader.expect('a2 answered')
    await leaving.expect('end')
    await silent.expect('a1 pending', 'a2 answered')
  })
}
