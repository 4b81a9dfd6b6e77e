import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createReadable, type ReadableJournal } from '../../test/readable-journal.ts'
import { settle } from '../ring/kept-request.ts'
import type { FollowQuery, JournalEvent } from '../view.ts'
import { followChanges } from './follow.ts'

/** Returns the id of a request, such as `7`, or the type of another event, such as `lagged`. */
const inWords = (event: JournalEvent): string =>
  event.type === 'request' ? String(event.request.id) : event.type

interface Follower {
  /** Resolves to the events of the next batch. */
  read(): Promise<string[]>
  readonly ending: AbortController
}

function follow(journal: ReadableJournal, query: FollowQuery = {}): Follower {
  const ending = new AbortController()
  const batches = followChanges(journal, query, ending.signal)
  return {
    ending,
    read: async () => ((await batches.next()).value ?? []).map(inWords),
  }
}

const listeners = ({ signal }: AbortController): number => getEventListeners(signal, 'abort').length

describe('a reader that keeps up', () => {
  test.each(['waits', 'pauses'])(
    'a reader of one endpoint that %s gets no `lagged` for other endpoints',
    async (how) => {
      const journal = createReadable(10)
      journal.arrive('mine')
      const follower = follow(journal, { endpoint: 'mine' })
      expect(await follower.read()).toEqual(['1'])
      const next = how === 'waits' ? follower.read() : undefined
      for (let i = 0; i < 5000; i++) journal.arrive('other')
      await setImmediate()
      journal.arrive('mine')
      expect(await (next ?? follower.read())).toEqual(['5002'])
      for (let i = 0; i < 5000; i++) journal.arrive(null)
      journal.arrive('mine')
      expect(await follower.read()).toEqual(['10003'])
    },
  )
})

describe('a reader that paused', () => {
  test.each([100, 101, 500])(
    'a reader that paused over %i changes gets each request once',
    async (count) => {
      const journal = createReadable()
      journal.arrive('a')
      const follower = follow(journal, { endpoint: 'a' })
      expect(await follower.read()).toEqual(['1'])
      for (let i = 0; i < count; i++) {
        journal.arrive('a')
        journal.arrive('b')
      }
      const even = Array.from({ length: count }, (_, i) => String(2 * i + 2))
      const told = await follower.read()
      const last = journal.arrive('a')
      expect([...told, ...(await follower.read())]).toEqual([...even, String(last.id)])
    },
  )

  test.each([5, 500])(
    'a reader that paused while %i requests came to a ring of 3 gets one `lagged`',
    async (count) => {
      const journal = createReadable(3)
      journal.arrive('a')
      const follower = follow(journal)
      await follower.read()
      for (let i = 0; i < count; i++) journal.arrive('a')
      const left = [count - 1, count, count + 1].map(String)
      expect(await follower.read()).toEqual(['lagged', ...left])
      journal.arrive('a')
      expect(await follower.read()).toEqual([String(count + 2)])
    },
  )
})

test('a new reader of many batches gets no `lagged` for a request that ended late', async () => {
  const journal = createReadable(30)
  const first = journal.arrive('a')
  for (let i = 0; i < 29; i++) journal.arrive('a', 60_000)
  settle(first, { outcome: 'answered' }, 0)
  journal.ring.change(first)
  journal.arrive('a', 60_000)
  const follower = follow(journal)
  const told: string[] = []
  let batches = 0
  while (told.length < 30) {
    told.push(...(await follower.read()))
    batches += 1
  }
  expect(told).toEqual(Array.from({ length: 30 }, (_, i) => String(i + 2)))
  expect(batches).toBeGreaterThan(3)
})

describe('the listeners of a reader', () => {
  test.each(['leaves', 'throws', 'gives up', 'is told of the end'])(
    'no listener is left after a reader %s',
    async (how) => {
      const journal = createReadable()
      journal.arrive('a')
      const ending = new AbortController()
      const readAll = async (): Promise<void> => {
        for await (const batch of followChanges(journal, {}, ending.signal)) {
          expect([journal.subscribed(), listeners(ending)]).toEqual([1, 1])
          if (how === 'leaves') break
          if (how === 'throws') throw new Error(`mine after ${batch.length}`)
        }
      }
      const reading = readAll().catch(String)
      await setImmediate()
      if (how === 'gives up') ending.abort()
      if (how === 'is told of the end') journal.close()
      expect(await reading).toBe(how === 'throws' ? 'Error: mine after 1' : undefined)
      expect([journal.subscribed(), listeners(ending)]).toEqual([0, 0])
    },
  )

  test('no listener is left after an abort, even if the reader does not read again', async () => {
    const journal = createReadable()
    journal.arrive('a')
    const { read, ending } = follow(journal)
    await read()
    expect([journal.subscribed(), listeners(ending)]).toEqual([1, 1])
    ending.abort()
    expect([journal.subscribed(), listeners(ending)]).toEqual([0, 0])
    expect(await read()).toEqual([])
  })

  test('a reader that is aborted before its first read adds no listener', async () => {
    const journal = createReadable()
    const { read, ending } = follow(journal)
    expect([journal.subscribed(), listeners(ending)]).toEqual([0, 0])
    ending.abort()
    expect(await read()).toEqual([])
    expect([journal.subscribed(), listeners(ending)]).toEqual([0, 0])
  })
})
