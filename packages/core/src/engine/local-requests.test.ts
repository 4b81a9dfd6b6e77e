import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createWaiting } from '../client/waiting.ts'
import { createJournal } from './journal.ts'
import { createLocalRequests } from './local-requests.ts'

const asked = { endpoint: 'orders', method: 'GET', url: '/endpoint/orders', headers: [] }

test.each(['found', 'too late', 'given up', 'where throws', 'closed'])(
  'nobody listens to the journal or the signals when a wait is over: %s',
  async (how) => {
    const journal = createJournal()
    let subscribers = 0
    const subscribe: typeof journal.subscribe = (listener) => {
      const unsubscribe = journal.subscribe(listener)
      subscribers += 1
      return () => {
        subscribers -= 1
        unsubscribe()
      }
    }
    // `journal` has getters, which a copy would not.
    const watched = Object.setPrototypeOf({ subscribe }, journal) as typeof journal
    const source = createLocalRequests(watched)
    const signals: AbortSignal[] = []
    const wait = createWaiting(
      {
        ...source,
        watch(endpoint, signal) {
          signals.push(signal)
          vi.spyOn(signal, 'addEventListener')
          vi.spyOn(signal, 'removeEventListener')
          return source.watch(endpoint, signal)
        },
      },
      () => (how === 'too late' ? 20 : 5_000),
    )('orders')
    const giveUp = new AbortController()
    const where = (): boolean => {
      if (how === 'where throws') throw new Error('mine')
      return true
    }
    const ended = wait(2, { where, signal: giveUp.signal }).catch(String)
    while (subscribers < 1) await setImmediate()
    if (how === 'given up') giveUp.abort()
    if (how === 'closed') journal.close()
    if (how === 'found' || how === 'where throws') journal.arrive(asked)
    if (how === 'found') journal.arrive(asked)
    await ended
    expect(subscribers).toBe(0)
    const [signal] = signals as [AbortSignal]
    const added = vi.mocked(signal.addEventListener).mock.calls
    expect(added.length).toBeGreaterThan(0)
    const removed = vi.mocked(signal.removeEventListener).mock.calls
    for (const call of added) expect(removed).toContainEqual(call)
  },
)

test('a watch whose signal aborts before it is asked for anything is over', async () => {
  const { watch } = createLocalRequests(createJournal())
  const all: unknown[] = []
  for await (const request of watch('orders', AbortSignal.abort())) all.push(request)
  expect(all).toEqual([])
})
