// Detects that the process was paused: it was stopped, its machine slept, or it was busy for long.
// Not the global ones, which fake timers replace.
import { performance } from 'node:perf_hooks'
import { clearInterval, setInterval } from 'node:timers'

/** Milliseconds between checks, and the longest time between two that is not a pause. */
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
