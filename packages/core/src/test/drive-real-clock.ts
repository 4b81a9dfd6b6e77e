// Runs the real clock on fake timers, which it otherwise ignores.
import { onTestFinished, vi } from 'vitest'
import { globalClock, realClock } from '../model/time/clock.ts'

/** Starts fake timers, which also drive the real clock, until the test ends. */
export function driveRealClock(): void {
  vi.useFakeTimers()
  const { now, setTimeout, clearTimeout } = globalClock
  const spies = [
    vi.spyOn(realClock, 'now').mockImplementation(now),
    vi.spyOn(realClock, 'setTimeout').mockImplementation(setTimeout),
    vi.spyOn(realClock, 'clearTimeout').mockImplementation(clearTimeout),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    vi.useRealTimers()
  })
}
