import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { driveRealClock } from '../../test/drive-real-clock.ts'
import { realClock } from './clock.ts'
import { oneAtATime, runYielding, yieldToOthers } from './yielding.ts'

beforeEach(driveRealClock)
// All tests share what waits: none may leave something behind that its timers would have begun.
afterEach(async () => void (await vi.runAllTimersAsync()))

describe('what yields to others', () => {
  test('is done later, in order, and comes to what it returns or throws', async () => {
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

  test('is done when the timer of the slices before it is dropped', async () => {
    const setTimeout = vi.mocked(realClock.setTimeout)
    const log: string[] = []
    void yieldToOthers(() => log.push('a'))
    // Such as that of a request that has ended, in a Cloudflare Worker.
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

  test('is done together as long as a slice lasts, and then after a pause', async () => {
    const now = vi.mocked(realClock.now)
    const log: string[] = []
    const done = (name: string) => () => void log.push(name)
    for (const name of ['a', 'b', 'c']) void yieldToOthers(done(name))
    // The slice begins, has not ended after the first, and has after the second.
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

test('work that yields gives way when its slice is over', async () => {
  let steps = 0
  function* work(): Generator<undefined, number, undefined> {
    for (; steps < 10; steps++) yield
    return steps
  }
  const now = vi.mocked(realClock.now)
  // The slice begins, goes on after the first step, and is over after the second.
  now.mockReturnValueOnce(0).mockReturnValueOnce(7.9).mockReturnValueOnce(8)
  const result = runYielding(work())
  expect(steps).toBe(1)
  now.mockReturnValue(8)
  await vi.runAllTimersAsync()
  expect(await result).toBe(10)
  steps = 0
  expect(runYielding(work())).toBe(10)
})

test('a line does one piece of work at a time, whatever becomes of it', async () => {
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
