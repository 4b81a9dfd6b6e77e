// Notices that the process stood still: it was stopped, its machine slept, or it was busy for long.
// Not the global ones, which fake timers replace.
import { performance } from 'node:perf_hooks'
import { clearInterval, setInterval } from 'node:timers'

/** How often it is looked, and after how long nobody waits any more, in milliseconds. */
const interval = 50
const longest = 150

export function watchForPauses(paused: () => void): { stop(): void } {
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > longest) paused()
    last = now
  }, interval)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
