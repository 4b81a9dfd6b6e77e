import { expect, test } from 'vitest'
import { createReadable, type ReadableJournal } from '../../test/readable-journal.ts'
import type { JournalEvent } from '../view.ts'
import { followChanges } from './follow.ts'

/** Returns a function that reads the next event of each of two readers. */
function readBoth(journal: ReadableJournal): (() => Promise<unknown[]>) & Closing {
  const ending = new AbortController()
  const readers = [1, 2].map(() => followChanges(journal, {}, ending.signal))
  const read = (): Promise<unknown[]> =>
    Promise.all(readers.map(async (reader) => (await reader.next()).value?.[0]))
  return Object.assign(read, { close: () => ending.abort() })
}

interface Closing {
  close(): void
}

test('all readers get the same event object, and a new one after each change', async () => {
  const journal = createReadable()
  const request = journal.arrive('a')
  const read = readBoth(journal)
  const [first, same] = (await read()) as JournalEvent[]
  expect(first).toMatchObject({ type: 'request', request: { outcome: 'pending' } })
  expect(same).toBe(first)
  request.outcome = 'answered'
  journal.ring.change(request)
  journal.subscribers.changed(request)
  const [second, other] = await read()
  expect(second).toMatchObject({ request: { outcome: 'answered' } })
  expect(other).toBe(second)
})

test('an event is released when no reader is left, or when too many are kept', async () => {
  const journal = createReadable()
  const request = journal.arrive('a')
  const read = readBoth(journal)
  const [event] = await read()
  expect(journal.events.of(request)).toBe(event)
  read.close()
  expect(journal.events.of(request)).not.toBe(event)

  const kept = journal.events.of(request)
  for (let i = 0; i < 20; i++) journal.events.of(journal.arrive('a', 60_000))
  expect(journal.events.of(request)).not.toBe(kept)
})
