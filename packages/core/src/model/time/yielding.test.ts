import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { driveRealClock } from '../../test/drive-real-clock.ts'
import { realClock } from './clock.ts'
import { oneAtATime, runYielding, yieldToOthers } from './yielding.ts'

beforeEach(driveRealClock)
// All tests share the waiting work, so none may leave work that its own timers would have started.
afterEach(async () => void (await vi.runAllTimersAsync()))

describe('yieldToOthers', () => {
  test('yieldToOthers runs work later, in order, and settles as the work does', async () => {
    const log: string[] = []
    const all = Promise.allSettled([
      yieldToOthers(() => log.push('a')),
      yieldToOthers(() => Promise.resolve('later')),
      yieldToOthers(() => {
        throw new Error('broken')
      }),
    ])
    expect(log).toEqual([])
    await vi.runAllTimersAsync()
    expect(log).toEqual(['a'])
    expect(await all).toMatchObject([
      { value: 1 },
      { value: 'later' },
      { reason: new Error('broken') },
    ])
  })

  test('yieldToOthers runs work even if the timer for the next slice is dropped', async () => {
    const setTimeout = vi.mocked(realClock.setTimeout)
    const log: string[] = []
    void yieldToOthers(() => log.push('a'))
    // Like a timer of a request that has ended, in a Cloudflare Worker.
    setTimeout.mockReturnValueOnce(undefined)
    await vi.advanceTimersByTimeAsync(10)
    expect(log).toEqual(['a'])
    void yieldToOthers(() => log.push('b'))
    void yieldToOthers(() => log.push('c'))
    await vi.advanceTimersByTimeAsync(240)
    expect(log).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(10)
    expect(log).toEqual(['a', 'b', 'c'])
    await vi.runAllTimersAsync()
    void yieldToOthers(() => log.push('d'))
    await vi.advanceTimersByTimeAsync(1)
    expect(log.at(-1)).toBe('d')
  })

  test('yieldToOthers runs work together within a slice, and the rest after a pause', async () => {
    const now = vi.mocked(realClock.now)
    const log: string[] = []
    const done = (name: string) => () => void log.push(name)
    for (const name of ['a', 'b', 'c']) void yieldToOthers(done(name))
    // The slice begins, has time left after the first piece, and has ended after the second.
    now
      .mockReturnValueOnce(0)
      .mockReturnValueOnce(7.9)
      .mockReturnValueOnce(8)
      .mockReturnValueOnce(8)
    await vi.advanceTimersToNextTimerAsync()
    expect(log).toEqual(['a', 'b'])
    await vi.advanceTimersToNextTimerAsync()
    expect(log).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(3)
    expect(log).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toEqual(['a', 'b', 'c'])
  })
})

test('runYielding pauses work when its slice has ended', async () => {
  let steps = 0
  function* work(): Generator<undefined, number, undefined> {
    for (; steps < 10; steps++) yield
    return steps
  }
  const now = vi.mocked(realClock.now)
  // The slice begins, has time left after the first step, and has ended after the second.
  now.mockReturnValueOnce(0).mockReturnValueOnce(7.9).mockReturnValueOnce(8)
  const result = runYielding(work())
  expect(steps).toBe(1)
  now.mockReturnValue(8)
  await vi.runAllTimersAsync()
  expect(await result).toBe(10)
  steps = 0
  expect(runYielding(work())).toBe(10)
})

test('oneAtATime runs one piece of work at a time, even after one that failed', async () => {
  const line = oneAtATime()
  const log: string[] = []
  const work =
    (name: string, fails = false) =>
    async (): Promise<string> => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const all = Promise.allSettled([line(work('a')), line(work('b', true)), line(work('c'))])
  await vi.runAllTimersAsync()
  expect(await all).toMatchObject([{ value: 'a' }, { reason: new Error('b') }, { value: 'c' }])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  const next = line(work('d'))
  expect(log.at(-1)).toBe('d begins')
  await vi.runAllTimersAsync()
  expect(await next).toBe('d')
})
