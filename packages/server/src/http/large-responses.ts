// Large responses: lets other work run between them, and limits how many bytes of them clients
// leave unread, and for how long.
import type { ServerResponse } from 'node:http'
// Not the global ones, which fake timers replace.
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { debuglog } from 'node:util'
import { yieldToOthers } from '@mock-endpoint/core'

const debug = debuglog('mock-endpoint')

export interface LargeResponses {
  /** Sends a response, possibly a little later, and watches it until the client has read it. */
  send(outgoing: ServerResponse, body: Uint8Array, send: () => void): void
  /** Watches bytes just written until the client has read them. A body may continue after that. */
  watch(reader: Reader, bytes: Uint8Array): void
}

/** The client that a response is sent to. */
export interface Reader {
  /** Returns the number of bytes that are written but not read. */
  unread(): number
  /** Whether the memory of the body itself is sent, not a copy. */
  readonly isShared: boolean
  /** Ends the connection, or only the stream over HTTP/2. */
  drop(): void
  /**
   * Calls `onIdle` whenever nothing was read for `milliseconds`, and `onEnd` when everything is
   * read or the client has disconnected. Returns the function that stops both.
   */
  follow(milliseconds: number, onIdle: () => void, onEnd: () => void): () => void
}

/** Returns the reader of a response of node:http. */
export function readerOf(outgoing: ServerResponse): Reader {
  return {
    unread: () => (outgoing.destroyed ? 0 : outgoing.writableLength),
    // Encrypted bytes are a copy.
    isShared: !('encrypted' in outgoing.req.socket),
    drop: () => void outgoing.req.socket.destroy(),
    follow(milliseconds, onIdle, onEnd) {
      const idle = (): void => {
        outgoing.setTimeout(milliseconds)
        onIdle()
      }
      outgoing.on('timeout', idle).setTimeout(milliseconds)
      // Runs first, because node:http then sets the timeout of an idle connection, which must stay.
      for (const event of ends) outgoing.prependOnceListener(event, onEnd)
      return () => {
        outgoing.setTimeout(0).off('timeout', idle)
        for (const event of ends) outgoing.off(event, onEnd)
      }
    },
  }
}

/** Bytes from which a response is large. Smaller ones are sent at once. */
export const largeResponse: number = 64 * 1024

/** Bytes after which other work runs first, because the operating system must copy them. */
const mostAtOnce = 8 * 1024 * 1024
/** Milliseconds without a byte read after which a client is checked. */
const pause = 100
/**
 * Number of consecutive checks without a byte read after which a client has stalled. One is not
 * enough, because this process may have been busy before, and progress shows only in steps of a
 * megabyte or more.
 */
const looks = 3
/** Milliseconds. If the last check without progress is older, the client has read since then. */
const lookAgain = 1.9 * pause
/** Milliseconds without a byte read after which a client is dropped, whatever the limit. */
export const patience: number = 30_000

/** The events that end the watch of a response. `drain` comes only while its body continues. */
export const ends = ['drain', 'finish', 'close'] as const

interface Watched {
  readonly drop: () => void
  /** When a check last found nothing read, and the number of such checks in a row. */
  idleAt: number
  idleTimes: number
}

/**
 * Drops stalled clients while clients together leave more than `limit` bytes unread. Bytes that are
 * sent to several clients, as from a cache, count once.
 */
export function createLargeResponses(limit: number): LargeResponses {
  const watched = new Set<Watched>()
  const bodies = createHeldBodies()
  const round = createRound()

  function dropStalled(): void {
    const now = performance.now()
    for (const { idleAt, idleTimes, drop } of watched) {
      if (bodies.bytes() <= limit) return
      if (idleTimes >= looks && now - idleAt < lookAgain) drop()
    }
  }

  function watch(reader: Reader, body: Uint8Array): void {
    if (reader.unread() === 0) return
    const release = bodies.hold(reader.isShared ? body.buffer : {}, body.buffer.byteLength)
    const drop = (): void => {
      debug('Dropped a client that left %i bytes of a response unread.', reader.unread())
      end()
      reader.drop()
    }
    const entry: Watched = { drop, idleAt: Number.NEGATIVE_INFINITY, idleTimes: 0 }
    watched.add(entry)
    const end = (): void => {
      if (watched.delete(entry)) release()
      stop()
    }
    const stall = (): void => {
      const at = performance.now()
      entry.idleTimes = at - entry.idleAt < lookAgain ? entry.idleTimes + 1 : 1
      entry.idleAt = at
      const isOver = bodies.bytes() > limit
      if ((isOver && entry.idleTimes >= looks) || entry.idleTimes * pause >= patience) drop()
    }
    const stop = reader.follow(pause, stall, end)
    if (bodies.bytes() > limit) dropStalled()
  }

  return {
    watch,
    send(outgoing, body, send) {
      const sendNow = (): void => {
        round.count(body.byteLength)
        send()
        watch(readerOf(outgoing), body)
      }
      if (round.hasRoom()) sendNow()
      else void yieldToOthers(sendNow)
    },
  }
}

/** The bytes sent in the current turn of the event loop. */
interface Round {
  count(bytes: number): void
  hasRoom(): boolean
}

function createRound(): Round {
  let sent = 0
  return {
    count(bytes) {
      if (sent === 0) {
        setImmediate(() => {
          sent = 0
        })
      }
      sent += bytes
    },
    hasRoom: () => sent < mostAtOnce,
  }
}

interface HeldBodies {
  /** Counts several parts of one memory once. Returns the function that releases the body. */
  hold(memory: object, byteLength: number): () => void
  bytes(): number
}

function createHeldBodies(): HeldBodies {
  const readers = new Map<object, number>()
  let held = 0
  return {
    hold(memory, byteLength) {
      const before = readers.get(memory) ?? 0
      readers.set(memory, before + 1)
      if (before === 0) held += byteLength
      return () => {
        const left = (readers.get(memory) ?? 1) - 1
        if (left > 0) readers.set(memory, left)
        else {
          readers.delete(memory)
          held -= byteLength
        }
      }
    },
    bytes: () => held,
  }
}
