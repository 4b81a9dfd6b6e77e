// Large responses: others are answered in between, and what clients leave unread of them
// is bounded in bytes and in time.
import type { ServerResponse } from 'node:http'
// Not the global ones, which fake timers replace.
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { debuglog } from 'node:util'
import { yieldToOthers } from '@mock-endpoint/core'

const debug = debuglog('mock-endpoint')

export interface LargeResponses {
  /** Sends the response, if need be a little later, and watches it until the client has read it. */
  send(outgoing: ServerResponse, body: Uint8Array, send: () => void): void
  /** Watches what was just written until the client has read it; a body may go on after that. */
  watch(reader: Reader, bytes: Uint8Array): void
}

/** Who is sent a response. */
export interface Reader {
  /** How many bytes are written and not read. */
  unread(): number
  /** Whether it is sent the memory of the body itself, and not a copy. */
  readonly isShared: boolean
  /** Ends it. */
  drop(): void
  /**
   * Calls back with `onIdle` whenever nothing was read for so many milliseconds, and with `onEnd` when
   * all is read, or the client has left. Returns what ends that.
   */
  follow(milliseconds: number, onIdle: () => void, onEnd: () => void): () => void
}

/** Who is sent a response by node:http. */
export function readerOf(outgoing: ServerResponse): Reader {
  return {
    unread: () => (outgoing.destroyed ? 0 : outgoing.writableLength),
    // What is encrypted is a copy.
    isShared: !('encrypted' in outgoing.req.socket),
    drop: () => void outgoing.req.socket.destroy(),
    follow(milliseconds, onIdle, onEnd) {
      const idle = (): void => {
        outgoing.setTimeout(milliseconds)
        onIdle()
      }
      outgoing.on('timeout', idle).setTimeout(milliseconds)
      // First of all: node:http sets the time-out of an idle connection when the response is out.
      for (const event of ends) outgoing.prependOnceListener(event, onEnd)
      return () => {
        outgoing.setTimeout(0).off('timeout', idle)
        for (const event of ends) outgoing.off(event, onEnd)
      }
    },
  }
}

/** Responses of so many bytes are large: smaller ones are gone at once. */
export const largeResponse: number = 64 * 1024

/** After so many bytes others go first: the operating system copies them. */
const mostAtOnce = 8 * 1024 * 1024
/** A client is looked at after so many milliseconds without a byte. */
const pause = 100
/**
 * It has stalled when it has read nothing at so many looks in a row. Before the first, this process
 * itself may have been busy; and what is read is seen in parts of a megabyte and more.
 */
const looks = 3
/** When the last look is longer ago, the client has read something in between. */
const lookAgain = 1.9 * pause
/** One that has for so many is dropped. */
export const patience: number = 30_000

/** `drain` comes only while a body goes on. */
export const ends = ['drain', 'finish', 'close'] as const

interface Watched {
  readonly drop: () => void
  /** When it was last found to have read nothing, and how many times in a row by then. */
  idleAt: number
  idleTimes: number
}

/**
 * While clients leave more than `limit` bytes unread, those that have stalled are dropped. Bytes
 * that several of them are sent, as from a cache, count once.
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

/** What was sent since the event loop went round. */
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
  /** Several parts of one memory count once. Returns the function that lets go of the body again. */
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
