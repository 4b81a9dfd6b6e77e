// Time as a parameter: core reads clocks and sets timers only through a `Clock`.

/** The longest timeout of a timer, in milliseconds (2^31 - 1, almost 25 days). */
export const longestTimeout = 2_147_483_647

/** A timer that was set. Its type depends on the runtime. */
export type Timer = unknown

/** A source of time and timers. */
export interface Clock {
  /** Returns milliseconds since some fixed moment. Never goes backwards. */
  now(): number
  /** Returns milliseconds since 1970. */
  time(): number
  /** Calls back once, after that time or later. */
  setTimeout(callback: () => void, milliseconds: number): Timer
  /** Stops the timer, so that it does not call back. */
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
 * The runtime's clock as it was when this module was loaded. For work that must continue while a
 * test drives the global timers, such as a wait with a timeout.
 */
export const realClock: Clock = {
  now: () => performance.now(),
  time: () => date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
}

/** Resolves after this time, or when the signal is aborted. */
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
