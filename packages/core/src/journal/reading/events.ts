// The events of requests in their current state, each made once for all readers of the journal.

import { type KeptRequest, toRecord } from '../ring/kept-request.ts'
import type { JournalEvent } from '../view.ts'
import type { Cursors } from './cursors.ts'

export interface Events {
  /** Returns the event of a request's last change. Readers share the object while it is cached. */
  of(request: KeptRequest): JournalEvent
  /** Drops all cached events. */
  forget(): void
  /** Adds a reader. Returns an idempotent function that removes it. The last drops all events. */
  enter(): () => void
}

/** Approximate maximum bytes of requests with a cached event, for the ones being read now. */
const mostBytes = 512 * 1024

export function createEvents(cursors: Cursors): Events {
  const made = new Map<KeptRequest, { readonly changed: number; readonly event: JournalEvent }>()
  const followers = new Set<() => void>()
  let bytes = 0

  function forget(): void {
    made.clear()
    bytes = 0
  }

  return {
    of(request) {
      const { changed, size } = request
      const known = made.get(request)
      if (known?.changed === changed) return known.event
      const event = toEvent(cursors, request)
      if (!known) bytes += size
      if (bytes > mostBytes) forget()
      else made.set(request, { changed, event })
      return event
    },
    forget,
    enter() {
      const leave = (): void => {
        if (followers.delete(leave) && followers.size === 0) forget()
      }
      followers.add(leave)
      return leave
    },
  }
}

function toEvent(cursors: Cursors, request: KeptRequest): JournalEvent {
  return {
    type: 'request',
    cursor: cursors.write(request.changed),
    request: toRecord(request),
  }
}
