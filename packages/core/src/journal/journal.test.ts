// Tests of the journal in memory. The tests that apply to any journal are in journal-contract.
import { describe, expect, test } from 'vitest'
import { type Clock, globalClock } from '../model/time/clock.ts'
import { createJournal, type JournalOptions, type MemoryJournal } from './journal.ts'
import type { Arrival, JournalEntry } from './recorder.ts'
import { noBody, sizeOf } from './ring/capture.ts'
import type { RequestFilter } from './view.ts'

const asked = (endpoint: string | null = 'orders', rest: Partial<Arrival> = {}): Arrival => ({
  endpoint,
  method: 'GET',
  url: 'http://localhost/endpoint/orders?page=2',
  headers: [],
  ...rest,
})

const ids = (journal: MemoryJournal, filter?: RequestFilter): number[] =>
  journal.list(filter).map(({ id }) => id)

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

describe('a journal in memory', () => {
  test('receivedAt and durationMs come from the clock of the journal', () => {
    const clock = createTestClock()
    const journal = createJournal({ clock })
    const entry = journal.arrive(asked())
    clock.move(12.3456)
    journal.complete(entry, { outcome: 'aborted' })
    clock.move(5)
    journal.complete(entry, { outcome: 'answered', statusCode: 200 })
    const times = { receivedAt: '2027-01-15T08:00:00.000Z', durationMs: 12.346 }
    expect(journal.list()).toMatchObject([{ outcome: 'aborted', ...times }])
  })

  test('the ids of requests start at 1', () => {
    const journal = createJournal()
    expect([journal.arrive(asked()).id, journal.arrive(asked(null)).id]).toEqual([1, 2])
  })

  test('the headers in `masked` are masked when a request is recorded', async () => {
    const headers = ['Authorization', 'Bearer x', 'x-a', '1']
    const journal = createJournal({ masked: ['authorization'] })
    expect(JSON.stringify(journal.arrive(asked('a', { headers })))).not.toContain('Bearer x')
    expect((await journal.get('1'))?.headers).toEqual([
      ['Authorization', '***'],
      ['x-a', '1'],
    ])
    const open = createJournal()
    open.arrive(asked('a', { headers }))
    expect((await open.get('1'))?.headers[0]).toEqual(['Authorization', 'Bearer x'])
  })

  test('list() returns requests synchronously, filtered by endpoint, unmatched or both', () => {
    const journal = createJournal()
    for (const endpoint of ['a', null, 'b', 'a', null]) journal.arrive(asked(endpoint))
    expect(ids(journal)).toEqual([1, 2, 3, 4, 5])
    expect(ids(journal, { endpoint: 'a' })).toEqual([1, 4])
    expect(ids(journal, { unmatched: true })).toEqual([2, 5])
    expect(ids(journal, { unmatched: false })).toEqual([1, 3, 4])
    expect(ids(journal, { endpoint: 'a', unmatched: true })).toEqual([])
    void journal.clear()
    expect(ids(journal)).toEqual([])
  })

  test('by default, a journal keeps 1,000 requests and 64 KiB of each body', () => {
    const journal = createJournal()
    for (let i = 0; i < 1002; i++) journal.arrive(asked())
    expect(ids(journal)).toHaveLength(1000)
    expect(ids(journal)[0]).toBe(3)
    expect(journal.bodyBytes).toBe(65_536)
    expect(createJournal({ bodyBytes: 7 }).bodyBytes).toBe(7)
  })

  test('the oldest requests are dropped when `bytes` is exceeded', async () => {
    const size = sizeOf(asked().url, '', noBody)
    const journal = createJournal({ bytes: 3 * size + 2 })
    for (let i = 0; i < 3; i++) journal.arrive(asked())
    const body = { bytes: new Uint8Array(2), length: 9 }
    expect(ids(journal)).toEqual([1, 2, 3])
    journal.arrive(asked('a', { body }))
    expect(ids(journal)).toEqual([2, 3, 4])
    journal.arrive(asked('a', { body }))
    expect([ids(journal), (await journal.page()).dropped]).toEqual([[4, 5], 3])
  })

  test('get() includes the response up to `responseBytes`, and list() does not', async () => {
    const response = { headers: [['set-cookie', 'a=b']], body: 'text' } as const
    const responses = async (options: JournalOptions): Promise<unknown> => {
      const journal = createJournal(options)
      journal.complete(journal.arrive(asked()), { outcome: 'answered', statusCode: 200, response })
      expect(journal.list()[0]).not.toHaveProperty('response')
      return (await journal.get('1'))?.response
    }
    const shown = { ...response, bodyBytes: 4, bodyTruncated: false }
    expect(await responses({})).toEqual(shown)
    const headers = [['set-cookie', '***']]
    expect(await responses({ masked: ['set-cookie'] })).toEqual({ ...shown, headers })
    expect(await responses({ responseBytes: 1 })).toMatchObject({ body: 't', bodyTruncated: true })
    expect(await responses({ responseBytes: 0 })).toBeUndefined()
    expect(createJournal().responseBytes).toBe(8192)
  })

  test('a response makes older requests drop, but never its own request', async () => {
    const size = sizeOf(asked().url, '', noBody)
    const journal = createJournal({ bytes: 3 * size + 10 })
    const [first, second, third] = [asked(), asked(), asked()].map(journal.arrive) as JournalEntry[]
    const end = (body: string) =>
      ({ outcome: 'answered', response: { headers: [], body } }) as const
    journal.complete(third as JournalEntry, end('12345'))
    expect(ids(journal)).toEqual([1, 2, 3])
    journal.complete(second as JournalEntry, end('1'))
    expect(ids(journal)).toEqual([2, 3])
    journal.complete(first as JournalEntry, end('x'.repeat(5000)))
    expect(ids(journal)).toEqual([2, 3])
    journal.arrive(asked())
    expect(ids(journal)).toEqual([3, 4])
    const alone = createJournal({ bytes: 10 })
    alone.complete(alone.arrive(asked()), end('x'.repeat(5000)))
    expect(ids(alone)).toEqual([1])
    expect((await journal.get('3'))?.response).toMatchObject({ body: '12345' })
  })

  test('a request larger than `bytes` is kept until the next one arrives', async () => {
    const size = sizeOf(asked().url, '', noBody)
    const journal = createJournal({ bytes: size - 1 })
    journal.arrive(asked())
    expect(ids(journal)).toEqual([1])
    journal.arrive(asked())
    expect([ids(journal), (await journal.page()).dropped]).toEqual([[2], 1])
  })

  test.each([
    { requests: Number.NaN },
    { requests: -1 },
    { bytes: -1 },
    { bodyBytes: Number.NaN },
    { responseBytes: -1 },
  ])('createJournal throws a TypeError for the limits %o', (limits) =>
    expect(() => createJournal(limits)).toThrow(TypeError),
  )
})
