import { expect, test } from 'vitest'
import { type Batch, type LiveJournal, withBatch, withoutBefore } from './live-journal.ts'
import type { RequestRow } from './request-row.ts'

const empty: LiveJournal = {
  rows: [],
  cursor: undefined,
  arrivals: 0,
  gapAfter: undefined,
  earlier: new Map(),
  clearedBefore: 0,
}

function rowOf(id: number, outcome: RequestRow['outcome'] = 'answered'): RequestRow {
  return {
    id,
    endpoint: 'orders',
    rule: null,
    method: 'GET',
    path: '/endpoint/orders',
    query: '',
    // A hundred requests per second.
    receivedAt: 10_000 + id * 10,
    statusCode: outcome === 'answered' ? 200 : null,
    outcome,
    durationMs: null,
    isHeld: false,
    fault: undefined,
    bodyBytes: 0,
    contentType: '',
    mark: undefined,
    text: '',
    headersEnd: 0,
  }
}

function batchOf(ids: readonly number[], more: Partial<Batch> = {}): Batch {
  const rows = ids.map((id) => rowOf(id))
  return { cursor: undefined, isReset: false, hasGap: false, rows, ...more }
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

const idsOf = ({ rows }: LiveJournal): number[] => rows.map(({ id }) => id)

test('rows that are dropped for newer ones are counted per second', () => {
  const journal = withBatch(withBatch(empty, batchOf(numbers(1, 900))), batchOf(numbers(901, 1150)))
  expect(idsOf(journal)).toEqual(numbers(151, 1150))
  expect([...journal.earlier]).toEqual([
    [10, { s2: 99 }],
    [11, { s2: 51 }],
  ])
})

test('a dropped row is not counted again when its request ends', () => {
  const full = withBatch(empty, batchOf(numbers(1, 1100)))
  const journal = withBatch(full, batchOf([50]))
  expect(journal.arrivals).toBe(full.arrivals)
  expect(journal.earlier).toEqual(full.earlier)
  expect(idsOf(journal)).toEqual(idsOf(full))
})

test('after a clear, late events of earlier requests are ignored', () => {
  const cleared = withoutBefore(withBatch(empty, batchOf(numbers(1, 1200))), 1199)
  expect(idsOf(cleared)).toEqual([1199, 1200])
  expect(cleared.earlier.size).toBe(0)
  const late = withBatch(cleared, batchOf([1100, 1198, 1201]))
  expect(idsOf(late)).toEqual([1199, 1200, 1201])
})

test('after a restart of the service, ids count from 1 again', () => {
  const cleared = withoutBefore(withBatch(empty, batchOf([7, 8])), 9)
  const again = withBatch(cleared, batchOf([1, 2], { isReset: true }))
  expect(idsOf(again)).toEqual([1, 2])
})
