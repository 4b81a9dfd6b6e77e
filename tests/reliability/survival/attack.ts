// What may be done to a daemon for as long as one likes.
import { once } from 'node:events'

export interface Attack {
  readonly name: string
  /** Flags of the daemon, such as `--memory`. Without it, it writes to a data folder. */
  readonly args?: readonly string[]
  /** What the good client reads meanwhile; for attacks that clear. Default: an endpoint of its own. */
  readonly reads?: string
  /** What has to be there first. */
  prepare?(url: string): Promise<void>
  /** Attacks, over and over, until the signal aborts. */
  run(url: string, signal: AbortSignal): Promise<void>
}

/**
 * Goes on at the same time, each of so many by itself, until the signal aborts. What is under way
 * then goes on to its end.
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

/** Waits for what is under way until the signal aborts, and then leaves it as it is. */
export async function orLeft(signal: AbortSignal, underWay: Promise<unknown>): Promise<void> {
  await Promise.race([underWay, signal.aborted || once(signal, 'abort')])
}
