import { expect, test } from 'vitest'
import { madeUp } from '../../test/readable-journal.ts'
import type { RequestFilter } from '../view.ts'
import { createSubscribers, type Subscriber } from './subscribers.ts'

const nobody = { changed: () => {}, cleared: () => {}, closed: () => {} }

/** Returns a subscriber that adds each call to `notes`. */
function noting(filter: RequestFilter, notes: string[]): Subscriber {
  return {
    filter,
    changed: ({ id, endpoint }) => notes.push(`${id} ${endpoint}`),
    cleared: () => notes.push('cleared'),
    closed: () => notes.push('closed'),
  }
}

test('of 64 subscribers, a change calls only those whose filter it passes', () => {
  const subscribers = createSubscribers()
  let asked = 0
  const called: number[] = []
  for (let i = 0; i < 64; i++) {
    const filter: RequestFilter = {
      get endpoint() {
        asked += 1
        return `e${i}`
      },
    }
    subscribers.add({ ...nobody, filter, changed: () => called.push(i) })
  }
  asked = 0
  subscribers.changed(madeUp(1, 'e7'))
  expect(called).toEqual([7])
  // The filters for other endpoints are not even read.
  expect(asked).toBe(1)
  subscribers.changed(madeUp(2, 'e64'))
  subscribers.changed(madeUp(3, null))
  expect([called, asked]).toEqual([[7], 1])
})

test.each<[RequestFilter, string[]]>([
  [{}, ['1 a', '2 null', '3 b']],
  [{ endpoint: 'a' }, ['1 a']],
  [{ unmatched: true }, ['2 null']],
  [{ unmatched: false }, ['1 a', '3 b']],
  [{ endpoint: 'a', unmatched: true }, []],
  [{ endpoint: 'b', unmatched: false }, ['3 b']],
])(
  'a subscriber with the filter %o gets matching changes, each clear and the end',
  (filter, expected) => {
    const subscribers = createSubscribers()
    const notes: string[] = []
    subscribers.add({ ...nobody, filter: { endpoint: 'c' } })
    subscribers.add(noting(filter, notes))
    subscribers.changed(madeUp(1, 'a'))
    subscribers.changed(madeUp(2, null))
    subscribers.changed(madeUp(3, 'b'))
    subscribers.cleared()
    subscribers.closed()
    expect(notes).toEqual([...expected, 'cleared', 'closed'])
  },
)

test('a removed subscriber is not called, and others with its filter still are', () => {
  const subscribers = createSubscribers()
  const [left, stayed, late]: [string[], string[], string[]] = [[], [], []]
  const filter = { endpoint: 'a' }
  const leave = subscribers.add(noting(filter, left))
  const leaveLater = subscribers.add(noting(filter, stayed))
  leave()
  leave()
  subscribers.changed(madeUp(1, 'a'))
  leaveLater()
  subscribers.add(noting(filter, late))
  leaveLater()
  subscribers.changed(madeUp(2, 'a'))
  subscribers.closed()
  expect([left, stayed, late]).toEqual([[], ['1 a'], ['2 a', 'closed']])
})

test('a subscriber that removes itself during a call does not affect the others', () => {
  const subscribers = createSubscribers()
  const told: string[] = []
  const leave = subscribers.add({ ...nobody, filter: {}, changed: () => leave() })
  subscribers.add(noting({}, told))
  subscribers.changed(madeUp(1, 'a'))
  expect(told).toEqual(['1 a'])
})
