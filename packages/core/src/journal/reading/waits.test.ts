import { expect, test } from 'vitest'
import { handClock } from '../../test/hand-clock.ts'
import { madeUp } from '../../test/readable-journal.ts'
import type { RequestFilter } from '../view.ts'
import { createSubscribers, type Subscriber } from './subscribers.ts'
import { createWaits, type Wait } from './waits.ts'

const filter: RequestFilter = { endpoint: 'a' }

/** Returns the waits of a journal, and counts of the calls that they cause. */
function open() {
  const subscribers = createSubscribers()
  const clock = handClock()
  let told = 0
  let subscribed = 0
  const watched = {
    ...subscribers,
    add(subscriber: Subscriber) {
      subscribed += 1
      const leave = subscribers.add({
        ...subscriber,
        changed(request) {
          told += 1
          subscriber.changed(request)
        },
      })
      return () => {
        subscribed -= 1
        leave()
      }
    },
  }
  const waits = createWaits(watched, clock)
  let id = 0
  let ended = 0
  return {
    clock,
    told: () => told,
    subscribed: () => subscribed,
    ended: () => ended,
    arrive: (endpoint: string | null) => subscribers.changed(madeUp(++id, endpoint)),
    clear: () => subscribers.cleared(),
    start(many: number, wait: Partial<Wait> = {}): void {
      for (let i = 0; i < many; i++) {
        const all = { filter, missing: 1, count: 1, wait: 1000, signal: undefined, ...wait }
        void waits.until(all).then(() => (ended += 1))
      }
    },
  }
}

test('a thousand waits for one endpoint share one subscription', () => {
  const { start, arrive, told, subscribed } = open()
  start(1000, { missing: 1000, count: 1000 })
  for (let i = 0; i < 10; i++) arrive('a')
  expect([subscribed(), told()]).toEqual([1, 10])
  arrive('b')
  expect(told()).toBe(10)
})

test('of the waits that one request ends, ten end at once and the others one by one', async () => {
  const { start, arrive, ended, clock, subscribed } = open()
  start(12)
  arrive('a')
  expect(subscribed()).toBe(0)
  await Promise.resolve()
  const counts = [ended()]
  while (clock.pending() > 0) {
    await clock.fire()
    counts.push(ended())
  }
  expect(counts).toEqual([10, 11, 12, ...Array(10).fill(12)])
  start(10)
  arrive('a')
  await Promise.resolve()
  expect(ended()).toBe(22)
})

test('waits with nothing missing do not all end at once', async () => {
  const { start, ended, clock } = open()
  start(11, { missing: 0 })
  await Promise.resolve()
  expect(ended()).toBe(10)
  await clock.fire()
  expect(ended()).toBe(11)
})

test('each wait counts requests from its own start, and from zero after a clear', async () => {
  const { start, arrive, clear, ended } = open()
  start(1, { missing: 2, count: 2 })
  arrive('a')
  start(1, { missing: 2, count: 3 })
  arrive('a')
  await Promise.resolve()
  expect(ended()).toBe(1)
  clear()
  arrive('a')
  arrive('a')
  await Promise.resolve()
  expect(ended()).toBe(1)
  arrive('a')
  await Promise.resolve()
  expect(ended()).toBe(2)
})

test('aborted waits do not delay other waits', async () => {
  const { start, arrive, ended } = open()
  const endings = Array.from({ length: 20 }, () => new AbortController())
  for (const { signal } of endings) start(1, { signal })
  start(1)
  for (const ending of endings) ending.abort()
  arrive('a')
  await Promise.resolve()
  expect(ended()).toBe(21)
})
