// The type of an attack, which can run against a daemon for any time, and helpers for attacks.
import { once } from 'node:events'

export interface Attack {
  readonly name: string
  /** Flags of the daemon, such as `--memory`. Without that flag, it writes to a data folder. */
  readonly args?: readonly string[]
  /** The path that the good client reads, for attacks that clear. Default: its own endpoint. */
  readonly reads?: string
  /** Prepares the daemon for the attack. */
  prepare?(url: string): Promise<void>
  /** Attacks repeatedly until the signal aborts. */
  run(url: string, signal: AbortSignal): Promise<void>
}

/**
 * Repeats the attack in so many parallel loops until the signal aborts. Attacks in progress then
 * continue to their end.
 */
export async function manyAtOnce(
  count: number,
  signal: AbortSignal,
  attack: (who: number) => Promise<void>,
): Promise<void> {
  const one = async (_: unknown, who: number): Promise<void> => {
    while (!signal.aborted) await attack(who)
  }
  await Promise.all(Array.from({ length: count }, one))
}

/** Waits for the promise until the signal aborts, and then no longer. */
export async function orLeft(signal: AbortSignal, underWay: Promise<unknown>): Promise<void> {
  await Promise.race([underWay, signal.aborted || once(signal, 'abort')])
}
