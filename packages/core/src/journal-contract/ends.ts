// The contract of how streams end, and of a closed journal.
import { expectSame } from '../contract/expect-same.ts'
import { answered, ask, askOne, moment, namesOn, pageOf } from './cases.ts'
import type { TestOnJournal } from './on-journal.ts'
import { read } from './reader.ts'

export function testEnds(test: TestOnJournal): void {
  test('a stream ends when its signal aborts', async (journal) => {
    ask(journal, 'a1')
    const reader = read(journal)
    await reader.expect('a1 pending')
    reader.ask()
    await moment()
    reader.abort()
    await reader.expect('end')
  })

  test('a stream ends at once if its signal aborts before the first read', async (journal) => {
    ask(journal, 'a1')
    for (const query of [{}, { after: 'x' }]) {
      const reader = read(journal, query)
      reader.abort()
      await reader.expect('end')
    }
  })

  test('closing the journal ends a stream after the events so far', async (journal) => {
    const waiting = read(journal)
    waiting.ask()
    await moment()
    const paused = read(journal)
    ask(journal, 'a1')
    await paused.expect('a1 pending')
    ask(journal, 'a2')
    journal.close()
    await paused.expect('a2 pending', 'end')
    await waiting.expect('a1 pending', 'a2 pending', 'end')
  })

  test('a stream of a closed journal has the recorded requests, then ends', async (journal) => {
    const reader = read(journal)
    const entry = askOne(journal, 'a1')
    journal.close()
    await reader.expect('a1 pending', 'end')
    journal.complete(entry, answered)
    await read(journal).expect('a1 answered', 'end')
  })

  test('a closed journal still returns the requests that were recorded before', async (journal) => {
    const { id } = askOne(journal, 'a1')
    journal.close()
    journal.close()
    expectSame('page()', namesOn(await pageOf(journal)), 'a1')
    expectSame('the id in get()', (await journal.get(String(id)))?.id, id)
  })
}
