// The fence: a write is acknowledged once every daemon has dropped what it had of it. The writer asks
// all of them; each hears that after the change itself, and answers.
// Not the global one, which fake timers replace.
import { setImmediate } from 'node:timers'
import type { Link } from '../link/link.ts'
import type { Asks } from './asks.ts'

export interface Fence {
  /** Resolves when every daemon that is there has heard of what was written before. */
  pass(link: Link): Promise<void>
}

/** Who has not answered by then, in milliseconds, is not waited for. */
const patience = 200

export function createFence(asks: Asks): Fence {
  /** The round that is about to begin, for all that was answered in the same moment. */
  let next: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function round(link: Link): Promise<void> {
    try {
      await asks.ask(link, { kind: 'fence', patience })
    } catch {
      // The write has happened. Without a connection, others hear of it from Redis alone.
    }
  }

  /** Several rounds may be under way; they end in their order, as the writes do. */
  async function begin(link: Link): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    next = undefined
    const ended = Promise.all([last, round(link)])
    last = ended
    await ended
  }

  return {
    pass(link) {
      next ??= begin(link)
      return next
    },
  }
}
