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
  watch(outgoing: ServerResponse, bytes: Uint8Array): void
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
const patience = 30_000

/** `drain` comes only while a body goes on. */
const ends = ['drain', 'finish', 'close'] as const

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

  function watch(outgoing: ServerResponse, body: Uint8Array): void {
    if (outgoing.writableLength === 0 || outgoing.destroyed) return
    // Who is sent it encrypted has a copy.
    const isShared = !('encrypted' in outgoing.req.socket)
    const release = bodies.hold(isShared ? body.buffer : {}, body.buffer.byteLength)
    const drop = (): void => {
      debug('Dropped a client that left %i bytes of a response unread.', outgoing.writableLength)
      end()
      outgoing.req.socket.destroy()
    }
    const entry: Watched = { drop, idleAt: Number.NEGATIVE_INFINITY, idleTimes: 0 }
    watched.add(entry)
    const end = (): void => {
      if (watched.delete(entry)) release()
      outgoing.setTimeout(0).off('timeout', stall)
      for (const event of ends) outgoing.off(event, end)
    }
    const stall = (): void => {
      const at = performance.now()
      entry.idleTimes = at - entry.idleAt < lookAgain ? entry.idleTimes + 1 : 1
      entry.idleAt = at
      const isOver = bodies.bytes() > limit
      if ((isOver && entry.idleTimes >= looks) || entry.idleTimes * pause >= patience) drop()
      else outgoing.setTimeout(pause)
    }
    outgoing.setTimeout(pause, stall)
    // First of all: node:http sets the time-out of an idle connection when the response is out.
    for (const event of ends) outgoing.prependOnceListener(event, end)
    if (bodies.bytes() > limit) dropStalled()
  }

  return {
    watch,
    send(outgoing, body, send) {
      const sendNow = (): void => {
        round.count(body.byteLength)
        send()
        watch(outgoing, body)
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
