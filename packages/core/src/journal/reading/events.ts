// The events of requests as they now stand, each made once for all who follow the journal.

import { type KeptRequest, toRecord } from '../ring/kept-request.ts'
import type { JournalEvent } from '../view.ts'
import type { Cursors } from './cursors.ts'

export interface Events {
  /** The event of the last change of a request. The same object until that changes. */
  of(request: KeptRequest): JournalEvent
  /** Lets go of all that were made. */
  forget(): void
  /** Notes that somebody follows; returns an idempotent callback for the end. The last one forgets. */
  enter(): () => void
}

/** About how many bytes of requests have an event at hand: those that readers are at now. */
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
