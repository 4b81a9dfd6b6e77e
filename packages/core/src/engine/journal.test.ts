import { describe, expect, test } from 'vitest'
import { type Clock, globalClock } from '../model/clock.ts'
import { noBody, sizeOf } from './capture.ts'
import type { Arrival, Entry } from './entry.ts'
import { createJournal, type JournalChange } from './journal.ts'

const asked = (endpoint: string | null = 'orders', rest: Partial<Arrival> = {}): Arrival => ({
  endpoint,
  method: 'GET',
  url: 'http://localhost/endpoint/orders?page=2',
  headers: [],
  ...rest,
})

const answered = { outcome: 'answered', statusCode: 200 } as const

const ids = (entries: readonly Entry[]): number[] => entries.map(({ id }) => id)

interface TestClock extends Clock {
  move(milliseconds: number): void
}

function createTestClock(): TestClock {
  let passed = 0
  return {
    ...globalClock,
    now: () => passed,
    time: () => 1_800_000_000_000 + passed,
    move(milliseconds) {
      passed += milliseconds
    },
  }
}

describe('a request', () => {
  test('is pending from its arrival until its end', () => {
    const clock = createTestClock()
    const journal = createJournal({ clock })
    const headers = ['Host', 'localhost', 'x-a', '1']
    const bytes = new TextEncoder().encode('{"a":1}')
    const entry = journal.arrive(asked('orders', { headers, body: { bytes, length: 7 } }))
    const pending = {
      id: 1,
      endpoint: 'orders',
      method: 'GET',
      path: '/endpoint/orders',
      query: 'page=2',
      headers: [
        ['Host', 'localhost'],
        ['x-a', '1'],
      ],
      body: '{"a":1}',
      bodyBytes: 7,
      bodyTruncated: false,
      receivedAt: '2027-01-15T08:00:00.000Z',
      statusCode: null,
      outcome: 'pending',
      durationMs: null,
    }
    expect(journal.get(1)).toEqual(pending)
    clock.move(12.3456)
    journal.complete(entry, answered)
    expect(journal.get(1)).toEqual({ ...pending, ...answered, durationMs: 12.346 })
  })

  test('ends once: what comes later is ignored', () => {
    const clock = createTestClock()
    const journal = createJournal({ clock })
    const entry = journal.arrive(asked())
    journal.complete(entry, { outcome: 'aborted' })
    const { position } = journal
    clock.move(5)
    journal.complete(entry, answered)
    expect(journal.get(1)).toMatchObject({ outcome: 'aborted', statusCode: null, durationMs: 0 })
    expect(journal.position).toBe(position)
  })

  test('that fell out ends without a trace', () => {
    const journal = createJournal({ requests: 1 })
    const first = journal.arrive(asked())
    journal.arrive(asked())
    const changes: JournalChange[] = []
    journal.subscribe((change) => changes.push(change))
    const { position } = journal
    journal.complete(first, answered)
    expect([journal.position, changes]).toEqual([position, []])
    expect(journal.get(1)).toBeUndefined()
    expect(journal.get(2)).toMatchObject({ outcome: 'pending' })
  })

  test('that was cleared ends without a trace', () => {
    const journal = createJournal()
    const entry = journal.arrive(asked())
    journal.clear()
    const { position } = journal
    journal.complete(entry, answered)
    expect(journal.position).toBe(position)
    expect(journal.changedAfter(0)).toEqual([])
  })

  test('says which names were near when it is unmatched', () => {
    const journal = createJournal()
    const entry = journal.arrive(asked(null))
    journal.complete(entry, { outcome: 'unmatched', statusCode: 404, nearMisses: ['order'] })
    expect(journal.get(1)).toMatchObject({ endpoint: null, nearMisses: ['order'] })
  })

  test('has its secrets masked at capture, when the journal is told to', () => {
    const headers = ['Authorization', 'Bearer x', 'x-a', '1']
    const journal = createJournal({ masked: ['authorization'] })
    expect(journal.arrive(asked('a', { headers })).headers).not.toContain('Bearer x')
    expect(journal.get(1)?.headers).toEqual([
      ['Authorization', '***'],
      ['x-a', '1'],
    ])
    const open = createJournal()
    open.arrive(asked('a', { headers }))
    expect(open.get(1)?.headers[0]).toEqual(['Authorization', 'Bearer x'])
  })

  test('whose body was cut says so, with the full length', () => {
    const journal = createJournal()
    journal.arrive(asked('a', { body: { bytes: new TextEncoder().encode('ab'), length: 9 } }))
    expect(journal.get(1)).toMatchObject({ body: 'ab', bodyBytes: 9, bodyTruncated: true })
  })
})

describe('a journal', () => {
  test('tells requests by endpoint, by being unmatched, and by both', () => {
    const journal = createJournal()
    for (const endpoint of ['a', null, 'b', 'a', null]) journal.arrive(asked(endpoint))
    expect(ids(journal.arrivedAfter(0, { endpoint: 'a' }))).toEqual([1, 4])
    expect(ids(journal.arrivedAfter(0, { unmatched: true }))).toEqual([2, 5])
    expect(ids(journal.arrivedAfter(0, { unmatched: false }))).toEqual([1, 3, 4])
    expect(ids(journal.arrivedAfter(0, { endpoint: 'a', unmatched: true }))).toEqual([])
    expect(ids(journal.arrivedAfter(3, { endpoint: 'a' }))).toEqual([4])
    expect(ids(journal.changedAfter(3, { unmatched: true }))).toEqual([5])
  })

  test('lists by arrival, and changes by when they were', () => {
    const journal = createJournal()
    const [first, second] = [journal.arrive(asked()), journal.arrive(asked())]
    journal.arrive(asked())
    journal.complete(second, answered)
    journal.complete(first, answered)
    expect(ids(journal.changedAfter(0))).toEqual([3, 2, 1])
    expect(ids(journal.changedAfter(4))).toEqual([1])
    expect(ids(journal.arrivedAfter(0))).toEqual([1, 2, 3])
    expect(ids(journal.arrivedAfter(1))).toEqual([2, 3])
    expect(journal.position).toBe(5)
  })

  test('never gives an id twice, and counts drops from the last clear on', () => {
    const journal = createJournal({ requests: 2 })
    for (let i = 0; i < 3; i++) journal.arrive(asked())
    expect(journal.dropped).toBe(1)
    journal.clear()
    expect([journal.dropped, journal.arrivedAfter(0)]).toEqual([0, []])
    expect(journal.arrive(asked()).id).toBe(4)
    expect(journal.dropped).toBe(0)
  })

  test('keeps a request that alone is too large, until the next one comes', () => {
    const size = sizeOf(asked().url, '', noBody)
    const journal = createJournal({ bytes: size - 1 })
    journal.arrive(asked())
    expect(ids(journal.arrivedAfter(0))).toEqual([1])
    journal.arrive(asked())
    expect([ids(journal.arrivedAfter(0)), journal.dropped]).toEqual([[2], 1])
  })

  test('of 0 requests keeps none, and takes none for dropped', () => {
    const journal = createJournal({ requests: 0 })
    const entry = journal.arrive(asked())
    journal.complete(entry, answered)
    expect(journal.isOn).toBe(false)
    expect(journal.arrivedAfter(0)).toEqual([])
    expect([journal.get(1), journal.dropped]).toEqual([undefined, 0])
  })

  test('tells those who subscribed of each change, until they are out', () => {
    const journal = createJournal()
    const changes: JournalChange[] = []
    const leave = journal.subscribe((change) => changes.push(change))
    const entry = journal.arrive(asked())
    journal.complete(entry, answered)
    journal.clear()
    journal.close()
    leave()
    journal.arrive(asked())
    expect(changes).toEqual(['arrival', 'completion', 'cleared', 'closed'])
    expect(journal.isClosed).toBe(true)
  })

  test.each([{ requests: Number.NaN }, { requests: -1 }, { bytes: -1 }, { bodyBytes: Number.NaN }])(
    'cannot have the limits %o',
    (limits) => expect(() => createJournal(limits)).toThrow(TypeError),
  )
})
