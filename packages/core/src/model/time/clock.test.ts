import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Throws, as in browsers and Workers, when called as a method of another object. */
function strict<T extends unknown[]>(run: (...args: T) => unknown) {
  return function (this: unknown, ...args: T): unknown {
    if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation')
    return run(...args)
  }
}

describe.each(['globalClock', 'realClock'] as const)('%s', (name) => {
  test('a clock calls the timers as functions of the global object', async () => {
    vi.stubGlobal('setTimeout', strict(setTimeout))
    vi.stubGlobal('clearTimeout', strict(clearTimeout))
    vi.resetModules()
    const { [name]: clock } = await import('./clock.ts')
    await new Promise<void>(
      (resolve) => clock.clearTimeout(clock.setTimeout(resolve, 0)) ?? resolve(),
    )
    await new Promise<void>((resolve) => void clock.setTimeout(resolve, 0))
    expect(clock.time()).toBeGreaterThan(0)
  })
})

test('realClock runs while the global timers are fake', async () => {
  const { realClock } = await import('./clock.ts')
  vi.useFakeTimers()
  try {
    const before = realClock.time()
    await new Promise<void>((resolve) => void realClock.setTimeout(resolve, 2))
    expect(realClock.time()).toBeGreaterThan(before)
  } finally {
    vi.useRealTimers()
  }
})
