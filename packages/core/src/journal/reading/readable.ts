// The parts that reads of a journal use: ring, cursors, subscribers, waits and events.

import type { Ring } from '../ring/ring.ts'
import { type Cursors, createCursors } from './cursors.ts'
import { createEvents, type Events } from './events.ts'
import { createSubscribers, type Subscribers } from './subscribers.ts'
import { createWaits, type Waits } from './waits.ts'

export interface Readable {
  readonly ring: Ring
  readonly cursors: Cursors
  readonly subscribers: Subscribers
  readonly waits: Waits
  readonly events: Events
  readonly isClosed: () => boolean
  /** Ends waits and streams, including later ones. */
  close(): void
}

/** `run` identifies the journal in its cursors. */
export function makeReadable(
  ring: Ring,
  run: string,
  subscribers: Subscribers = createSubscribers(),
): Readable {
  const cursors = createCursors(run)
  let isClosed = false
  return {
    ring,
    cursors,
    subscribers,
    waits: createWaits(subscribers),
    events: createEvents(cursors),
    isClosed: () => isClosed,
    close() {
      isClosed = true
      subscribers.closed()
    },
  }
}
