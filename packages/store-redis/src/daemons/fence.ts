// The fence: a write is acknowledged after every daemon has dropped its cached copies. The writer
// asks all daemons. Each receives the question after the change itself, and replies.
// Not the global one, which fake timers replace.
import { setImmediate } from 'node:timers'
import type { Link } from '../link/link.ts'
import type { Asks } from './asks.ts'

export interface Fence {
  /** Resolves when every connected daemon has received the changes of all earlier writes. */
  pass(link: Link): Promise<void>
}

/** Milliseconds until a daemon without a reply is no longer waited for. */
const patience = 200

export function createFence(asks: Asks): Fence {
  /** The round that begins next, for all writes that Redis acknowledged at the same moment. */
  let next: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function round(link: Link): Promise<void> {
    try {
      await asks.ask(link, { kind: 'fence', patience })
    } catch {
      // The write has happened. Without a connection, other daemons hear of it only from Redis.
    }
  }

  /** Several rounds may be in progress. They end in order, as the writes do. */
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
