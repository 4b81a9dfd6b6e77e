// Time, handed in: core reads no clock and sets no timer but through this.

/** The longest time-out that a timer can hold, in milliseconds (2^31 - 1, almost 25 days). */
export const longestTimeout = 2_147_483_647

/** A timer that was set; what it is depends on the runtime. */
export type Timer = unknown

/** Where time and timers come from. */
export interface Clock {
  /** Milliseconds from some fixed moment, never running backwards. */
  now(): number
  /** Milliseconds since 1970. */
  time(): number
  /** Calls back once, after that time or later. */
  setTimeout(callback: () => void, milliseconds: number): Timer
  /** Makes sure that the timer does not call back. */
  clearTimeout(timer: Timer): void
}

interface Timers {
  readonly performance: { now(): number }
  readonly Date: { now(): number }
  setTimeout(callback: () => void, milliseconds: number): Timer
  clearTimeout(timer: Timer): void
}

/** The runtime's own clock. Globals are looked up at each call, so that fake timers drive it. */
export const globalClock: Clock = {
  now: () => timers().performance.now(),
  time: () => timers().Date.now(),
  setTimeout: (callback, milliseconds) => timers().setTimeout(callback, milliseconds),
  clearTimeout: (timer) => timers().clearTimeout(timer),
}

function timers(): Timers {
  return globalThis as unknown as Timers
}

const { performance, Date: date, setTimeout, clearTimeout } = timers()

/**
 * The runtime's clock as it was when this module was loaded: for what must go on, such as a wait
 * with a time-out, while a test drives the global timers.
 */
export const realClock: Clock = {
  now: () => performance.now(),
  time: () => date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
}

/** Resolves when so much time is over, or at the abort. */
export function sleep(milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clock.clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
