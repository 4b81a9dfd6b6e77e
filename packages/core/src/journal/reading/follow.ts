// Follows a journal. A reader that keeps up receives each change. A reader that paused for long
// continues from its position in the ring.
import type { KeptRequest } from '../ring/kept-request.ts'
import type { Ring } from '../ring/ring.ts'
import type { FollowQuery, JournalEvent, RequestFilter } from '../view.ts'
import type { Readable } from './readable.ts'
import { passes } from './subscribers.ts'

/** Approximate size of the requests in a batch, in bytes. */
const batchBytes = 256 * 1024
/** Maximum number of changes that wait for a reader. With more, it finds them in the ring. */
const mostWaiting = 100

export async function* followChanges(
  { ring, cursors, subscribers, events: made, isClosed }: Readable,
  { after, ...filter }: FollowQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly JournalEvent[], void, undefined> {
  const inbox = createInbox({ subscribers, events: made }, filter, signal)
  const known = cursors.read(after)
  // A new reader has read no requests that could have been cleared or dropped.
  let position = known ?? ring.clearedAt
  let toldDropped = known === undefined ? ring.dropped : 0
  let isForeign = Boolean(after) && known === undefined
  try {
    while (!signal.aborted) {
      if (isForeign || ring.clearedAt > position) {
        if (!isForeign) toldDropped = 0
        isForeign = false
        position = ring.clearedAt
        yield [{ type: 'cleared', cursor: cursors.write(position) }]
        continue
      }
      const { kept, hasLost } = whatIsNew(ring, inbox, filter, position)
      const events: JournalEvent[] = []
      if (hasLost && ring.dropped > toldDropped) {
        events.push({ type: 'lagged', dropped: ring.dropped })
      }
      toldDropped = ring.dropped
      const batch = takeBatch(kept)
      for (const request of batch) events.push(made.of(request))
      if (batch.length === kept.length) {
        position = ring.position
        inbox.empty()
      } else {
        position = batch.at(-1)?.changed ?? position
        inbox.remove(batch)
      }
      if (events.length > 0) yield events
      else if (isClosed()) return
      else await inbox.change()
    }
  } finally {
    inbox.close()
  }
}

interface News {
  readonly kept: readonly KeptRequest[]
  /** Whether a request was dropped before the reader received it. */
  readonly hasLost: boolean
}

function whatIsNew(ring: Ring, inbox: Inbox, filter: RequestFilter, position: number): News {
  if (inbox.hasMissed) {
    const kept = ring.changedAfter(position).filter((request) => passes(request, filter))
    return { kept, hasLost: ring.droppedUpTo > position }
  }
  const slots = inbox.waiting()
  const kept = slots.map(ring.get).filter((request) => request !== undefined)
  return { kept, hasLost: kept.length < slots.length }
}

function takeBatch(requests: readonly KeptRequest[]): readonly KeptRequest[] {
  let bytes = 0
  const end = requests.findIndex(({ size }) => {
    const isFull = bytes > batchBytes
    bytes += size
    return isFull
  })
  return end === -1 ? requests : requests.slice(0, end)
}

interface Inbox {
  /** Whether some changes may not be in the inbox, as at the beginning. */
  readonly hasMissed: boolean
  /** Returns the slots of changed requests that wait, in the order of their last change. */
  waiting(): number[]
  remove(requests: readonly KeptRequest[]): void
  /** To be called when the reader has read everything. */
  empty(): void
  /** Resolves at the next change or clear, or when the stream or journal ends. */
  change(): Promise<void>
  close(): void
}

function createInbox(
  { subscribers, events }: Pick<Readable, 'subscribers' | 'events'>,
  filter: RequestFilter,
  signal: AbortSignal,
): Inbox {
  // Slots instead of requests, so that dropped requests can be freed.
  const waiting = new Set<number>()
  let hasMissed = true
  let resolve: (() => void) | undefined
  const wake = (): void => {
    resolve?.()
    resolve = undefined
  }
  const miss = (): void => {
    hasMissed = true
    waiting.clear()
  }
  const leave = subscribers.add({
    filter,
    changed({ slot }) {
      if (!hasMissed) {
        // Moves it to the end.
        waiting.delete(slot)
        waiting.add(slot)
      }
      if (waiting.size > mostWaiting) miss()
      wake()
    },
    missed() {
      miss()
      wake()
    },
    cleared() {
      waiting.clear()
      wake()
    },
    closed: wake,
  })
  const forget = events.enter()
  // Also called on an abort, for a reader that never asks for another batch.
  const close = (): void => {
    leave()
    forget()
    signal.removeEventListener('abort', close)
    wake()
  }
  signal.addEventListener('abort', close)

  return {
    get hasMissed() {
      return hasMissed
    },
    waiting: () => [...waiting],
    remove(requests) {
      for (const { slot } of requests) waiting.delete(slot)
    },
    empty() {
      waiting.clear()
      hasMissed = false
    },
    change: () =>
      new Promise((done) => {
        resolve = done
      }),
    close,
  }
}
