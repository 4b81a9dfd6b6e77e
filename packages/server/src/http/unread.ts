// Large answers that clients do not read: what they hold is bounded in bytes, and each in time.
import type { ServerResponse } from 'node:http'
// Not the global one, which fake timers replace.
import { performance } from 'node:perf_hooks'

export interface Unread {
  /** Watches an answer that has been handed to its connection, until the client has read it. */
  watch(outgoing: ServerResponse, body: Uint8Array): void
}

/** A client that has read nothing for so many milliseconds has stalled. */
const pause = 250
/** One that has for so many is dropped. */
const patience = 30_000
/** What fits into the buffers of the operating system is gone at once. */
const largeBody = 64 * 1024

interface Watched {
  readonly drop: () => void
  /** When it was last found to have stalled, and for how long it has by then. */
  stalledAt: number
  stalledFor: number
}

/**
 * While clients leave more than `limit` bytes unread, those that have stalled are dropped. Bytes
 * that several of them are sent, as from a cache, count once.
 */
export function createUnread(limit: number): Unread {
  const watched = new Set<Watched>()
  const readers = new Map<Uint8Array, number>()
  let held = 0

  function hold(body: Uint8Array): () => void {
    const before = readers.get(body) ?? 0
    readers.set(body, before + 1)
    if (before === 0) held += body.byteLength
    return () => {
      const left = (readers.get(body) ?? 1) - 1
      if (left > 0) readers.set(body, left)
      else {
        readers.delete(body)
        held -= body.byteLength
      }
    }
  }

  function dropStalled(): void {
    const now = performance.now()
    for (const { stalledAt, drop } of watched) {
      if (held <= limit) return
      if (now - stalledAt < 2 * pause) drop()
    }
  }

  return {
    watch(outgoing, body) {
      if (body.byteLength < largeBody || outgoing.writableLength === 0) return
      const release = hold(body)
      const drop = (): void => {
        end()
        outgoing.req.socket.destroy()
      }
      const entry: Watched = { drop, stalledAt: Number.NEGATIVE_INFINITY, stalledFor: 0 }
      watched.add(entry)
      const end = (): void => {
        if (watched.delete(entry)) release()
        outgoing.setTimeout(0)
      }
      outgoing.setTimeout(pause, () => {
        const at = performance.now()
        // Longer ago than one pause: it has read something in between.
        entry.stalledFor = at - entry.stalledAt < 2 * pause ? entry.stalledFor + pause : pause
        entry.stalledAt = at
        if (held > limit || entry.stalledFor >= patience) drop()
        else outgoing.setTimeout(pause)
      })
      // First of all: node:http sets the time-out of an idle connection when the answer is out.
      outgoing.prependOnceListener('finish', end)
      outgoing.once('close', end)
      if (held > limit) dropStalled()
    },
  }
}
