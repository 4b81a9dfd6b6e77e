// The contract of cursors in streams: a reader that resumes receives what it has not read.
import { expectSame } from '../contract/expect-same.ts'
import { answered, ask, askOne, pageOf } from './cases.ts'
import type { TestOnJournal } from './on-journal.ts'
import { read } from './reader.ts'

/** Tests the events for a reader that resumes with a cursor. */
export function testResuming(test: TestOnJournal): void {
  test('a stream after the cursor of an event has the changes since', async (journal) => {
    const entry = askOne(journal, 'a1')
    ask(journal, 'a2 a3')
    const reader = read(journal)
    await reader.expect('a1 pending')
    const early = reader.cursor()
    await reader.expect('a2 pending', 'a3 pending')
    await read(journal, { after: early }).expect('a2 pending', 'a3 pending')
    journal.complete(entry, answered)
    await read(journal, { after: reader.cursor() }).expect('a1 answered')
    expectSame('whether cursors fit into a header', /^[!-~]+$/.test(early), true)
  })

  test('a stream after the cursor of a page has the changes since', async (journal) => {
    const nothing = await pageOf(journal)
    const entry = askOne(journal, 'a1')
    ask(journal, 'a2')
    const { next } = await pageOf(journal)
    const reader = read(journal, { after: next })
    journal.complete(entry, answered)
    await reader.expect('a1 answered')
    await read(journal, { after: nothing.next }).expect('a2 pending', 'a1 answered')
  })

  test('a reader that resumes after a clear gets `cleared` first', async (journal) => {
    ask(journal, 'a1')
    const reader = read(journal)
    await reader.expect('a1 pending')
    reader.abort()
    await journal.clear()
    ask(journal, 'a2')
    const again = read(journal, { after: reader.cursor() })
    await again.expect('cleared')
    const cleared = again.cursor()
    await again.expect('a2 pending')
    await read(journal, { after: cleared }).expect('a2 pending')
  })
}

/** Tests the events for a reader that resumes after it has missed something. */
export function testReturning(test: TestOnJournal): void {
  test('a reader that resumes gets `lagged` if it missed requests that were dropped', {
    requests: 2,
  }, async (journal) => {
    ask(journal, 'a1')
    const reader = read(journal)
    await reader.expect('a1 pending')
    const cursor = reader.cursor()
    ask(journal, 'a2 a3')
    await read(journal, { after: cursor }).expect('a2 pending', 'a3 pending')
    ask(journal, 'a4')
    await read(journal, { after: cursor }).expect('lagged 2', 'a3 pending', 'a4 pending')
  })

  test('a reader that resumes from an empty page gets `lagged` if requests were dropped', {
    requests: 1,
  }, async (journal) => {
    const { next } = await pageOf(journal)
    ask(journal, 'a1 a2')
    await read(journal, { after: next }).expect('lagged 1', 'a2 pending')
  })

  test('an unknown cursor leads to `cleared`, then every request', async (journal, another) => {
    const other = await another()
    ask(other, 'a1 a2')
    const { next } = await pageOf(other)
    const early = read(journal, { after: next })
    await early.expect('cleared')
    ask(journal, 'a1 a2')
    await early.expect('a1 pending', 'a2 pending')
    const late = read(journal, { after: 'x' })
    await late.expect('cleared', 'a1 pending', 'a2 pending')
    ask(journal, 'a3')
    await read(journal, { after: late.cursor() }).expect('a3 pending')
  })
}
