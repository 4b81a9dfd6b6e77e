import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { maxDelay } from '../model/endpoint/endpoint.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Clock } from '../model/time/clock.ts'
import { createDelays, type Delays } from './delays.ts'

interface TestClock extends Clock {
  /** Returns the number of timers that are set. */
  pending(): number
  /** Advances to the timer that is due first, and fires it. */
  next(): void
  /** Fires timers until none is set. Throws after 100 of them. */
  run(): void
}

interface TestClockOptions {
  /** Milliseconds by which each timer fires too early. Default: 0. */
  readonly early?: number
  /** Milliseconds of `now` per timer millisecond. Default: 1. If only timers are faked: 0. */
  readonly speed?: number
}

function createTestClock({ early = 0, speed = 1 }: TestClockOptions = {}): TestClock {
  const timers = new Map<number, { readonly due: number; readonly callback: () => void }>()
  let time = 0
  let last = 0
  const clock: TestClock = {
    now: () => time * speed,
    time: () => time,
    setTimeout(callback, milliseconds) {
      timers.set(++last, { due: time + Math.max(1, milliseconds) - early, callback })
      return last
    },
    clearTimeout(timer) {
      timers.delete(Number(timer))
    },
    pending: () => timers.size,
    next() {
      const all = [...timers]
      const [timer, { due, callback }] = all.reduce((a, b) => (b[1].due < a[1].due ? b : a))
      timers.delete(timer)
      time = due
      callback()
    },
    run() {
      for (let fired = 0; timers.size > 0; fired++) {
        if (fired === 100) throw new Error('timers are set again and again')
        clock.next()
      }
    },
  }
  return clock
}

const stopping = () => new Problem('shutting-down', 'a test')

const never = new AbortController().signal

const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length

/** Waits as an exchange does, until the delay ends or the client disconnects. */
async function wait(delays: Delays, milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => {
      end()
      reject(signal.reason)
    }
    const end = delays.start(milliseconds, (problem) => {
      signal.removeEventListener('abort', leave)
      if (problem) reject(problem)
      else resolve()
    })
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

describe('a delay', () => {
  test.each([0.5, 1, 1.5, 20, 1_000, maxDelay])(
    'a delay of %d ms lasts that long by the clock although timers fire 0.9 ms early',
    async (milliseconds) => {
      const clock = createTestClock({ early: 0.9 })
      const waiting = wait(createDelays({ clock, limit: 1 }), milliseconds, never)
      const ended = waiting.then(() => clock.now())
      clock.run()
      expect(await ended).toBeGreaterThanOrEqual(milliseconds)
      expect(await ended).toBeLessThan(milliseconds + 1)
    },
  )

  test.each([
    [0.5, 0],
    [1, 0],
    [1.5, 0],
    [2, 0],
    [20, 0],
    [20, 0.001],
    [maxDelay, 0],
  ])(
    'a delay of %d ms ends with its faked timer although the clock runs at speed %d',
    async (milliseconds, speed) => {
      const clock = createTestClock({ speed })
      const waiting = wait(createDelays({ clock, limit: 1 }), milliseconds, never)
      clock.run()
      expect(await waiting).toBeUndefined()
    },
  )

  test('a delay ends when its client disconnects, and its timer is cleared at once', async () => {
    const clock = createTestClock()
    const client = new AbortController()
    const waiting = wait(createDelays({ clock, limit: 1 }), 1_000, client.signal)
    const reason = new Error('gone')
    client.abort(reason)
    expect(clock.pending()).toBe(0)
    await expect(waiting).rejects.toBe(reason)
  })

  test('a delay for a client that has disconnected leaves no timer', async () => {
    const clock = createTestClock()
    const reason = new Error('gone')
    const waiting = wait(createDelays({ clock, limit: 1 }), 1_000, AbortSignal.abort(reason))
    await expect(waiting).rejects.toBe(reason)
    expect(clock.pending()).toBe(0)
  })

  test('a delay ends at its own time although others end or are aborted', async () => {
    const clock = createTestClock()
    const delays = createDelays({ clock, limit: 3 })
    const leaving = new AbortController()
    const staying = new AbortController()
    const ends: string[] = []
    const waits = Promise.allSettled([
      wait(delays, 30, staying.signal).then(() => ends.push(`slow at ${clock.now()}`)),
      wait(delays, 20, leaving.signal),
      wait(delays, 10, staying.signal).then(() => ends.push(`quick at ${clock.now()}`)),
    ])
    leaving.abort()
    clock.next()
    await new Promise((resolve) => setImmediate(resolve))
    clock.next()
    await waits
    expect(ends).toEqual(['quick at 10', 'slow at 30'])
  })

  test('a delay over the limit is refused at once, until another one ends', async () => {
    const clock = createTestClock()
    const delays = createDelays({ clock, limit: 2 })
    const waits = [wait(delays, 10, never), wait(delays, 20, never)]
    const refused = wait(delays, 1, never)
    await expect(refused).rejects.toMatchObject({
      code: 'too-many-delayed',
      status: 503,
      extensions: { limit: 2 },
    })
    const response = await refused.catch((problem) => problem.getResponse())
    expect(response.headers.get('retry-after')).toBe('1')
    clock.next()
    waits.push(wait(delays, 10, never))
    clock.run()
    await Promise.all(waits)
  })

  test('cancelling the delays rejects those in progress and no later ones', async () => {
    const clock = createTestClock()
    const delays = createDelays({ clock, limit: 2 })
    const waits = Promise.allSettled([wait(delays, 10, never), wait(delays, 20, never)])
    delays.cancel(stopping)
    expect(clock.pending()).toBe(0)
    expect(await waits).toEqual([
      { status: 'rejected', reason: stopping() },
      { status: 'rejected', reason: stopping() },
    ])
    const later = wait(delays, 10, never)
    clock.run()
    await later
  })

  test('ten thousand delays leave no timers or listeners, however they end', async () => {
    const clock = createTestClock()
    const delays = createDelays({ clock, limit: 10_000 })
    const clients = Array.from({ length: 10_000 }, () => new AbortController())
    const waits = clients.map(({ signal }, i) => wait(delays, 1 + i, signal))
    const ends = Promise.allSettled(waits)
    expect(clock.pending()).toBe(10_000)
    expect(clients.every((client) => listenersOf(client) === 1)).toBe(true)

    for (let i = 0; i < 10; i++) clock.next()
    for (const client of clients.slice(1_000, 5_000)) client.abort()
    delays.cancel(stopping)
    expect((await ends).filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(clock.pending()).toBe(0)
    expect(clients.every((client) => listenersOf(client) === 0)).toBe(true)

    const others = clients.map(() => wait(delays, 1, new AbortController().signal))
    expect(clock.pending()).toBe(10_000)
    delays.cancel(stopping)
    await Promise.allSettled(others)
  })
})
