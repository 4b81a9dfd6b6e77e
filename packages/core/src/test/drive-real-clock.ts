// The real clock on the fake timers of a test: modules keep the real one, whatever the test does.
import { onTestFinished, vi } from 'vitest'
import { globalClock, realClock } from '../model/time/clock.ts'

/** Until the test ends. */
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
