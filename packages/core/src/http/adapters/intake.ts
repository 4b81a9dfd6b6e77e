// Limits the bytes of all request bodies in progress together, so that many large bodies at once
// cannot fill the memory. A body is read when there is room for it.

import { Problem } from '../../model/problem/problem.ts'
import { realClock } from '../../model/time/clock.ts'

export interface Intake {
  /**
   * Resolves when there is room for a body of this many bytes. Rejects with `too-many-bodies` when
   * there is none for 5 seconds, and when the signal aborts.
   */
  enter(bytes: number, signal: () => AbortSignal): Promise<Room>
  /** Returns how many of these bytes may be kept while a body is read. `leave` gives them back. */
  keep(bytes: number): number
  leave(kept: number): void
}

/** The room taken for one body. */
export interface Room {
  /** Returns memory for the whole body. After `leave`, another body may overwrite it. */
  memory(): Uint8Array
  /** Gives the room back. Call it when nothing made from the body is needed any more. */
  leave(): void
}

/** Bodies up to this many bytes have their own room, so that they need not wait for large ones. */
const smallBody = 64 * 1024
/** Milliseconds that a body waits for room. */
const patience = 5_000

/** Half of the limit is for large bodies, a quarter for small ones, and a quarter for `keep`. */
export function createIntake(limit: number): Intake {
  const spare = createSpare()
  const large = createHall(limit / 2, limit, spare)
  const small = createHall(limit / 4, limit, spare)
  let left = limit / 4
  return {
    enter: (bytes, signal) => (bytes > smallBody ? large : small)(bytes, signal),
    keep(bytes) {
      const kept = Math.min(bytes, left)
      left -= kept
      return kept
    },
    leave(kept) {
      left += kept
    },
  }
}

interface Waiting {
  readonly bytes: number
  begin(): void
}

/** Has room for `room` bytes, or for one larger body. First come, first served. */
function createHall(room: number, limit: number, spare: Spare): Intake['enter'] {
  let used = 0
  const waiting = new Set<Waiting>()

  const fits = (bytes: number): boolean => used === 0 || used + bytes <= room

  function take(bytes: number): Room {
    used += bytes
    let isLeft = false
    let memory: Uint8Array | undefined
    return {
      memory() {
        memory ??= spare.take(bytes)
        return memory
      },
      leave() {
        if (isLeft) return
        isLeft = true
        used -= bytes
        if (memory) spare.put(memory)
        for (const next of waiting) {
          if (!fits(next.bytes)) return
          waiting.delete(next)
          next.begin()
        }
      },
    }
  }

  return async (bytes, ending) => {
    if (waiting.size === 0 && fits(bytes)) return take(bytes)
    const signal = ending()
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(entry)
        settle()
        reject(tooManyBodies(limit))
      }
      const settle = (): void => {
        realClock.clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
      const begin = (): void => {
        settle()
        resolve(take(bytes))
      }
      const entry: Waiting = { bytes, begin }
      const timer = realClock.setTimeout(giveUp, patience)
      waiting.add(entry)
      if (signal.aborted) giveUp()
      else signal.addEventListener('abort', giveUp)
    })
  }
}

interface Spare {
  /** Returns memory of at least this many bytes, with arbitrary contents. */
  take(bytes: number): Uint8Array
  put(memory: Uint8Array): void
}

/** Larger memory, in bytes, is not kept between two bodies. */
const mostSpare = 16 * 1024 * 1024

/**
 * Keeps the memory of one large body for the next. New memory for each would stay until the next
 * garbage collection, and fragment the memory of the process.
 */
function createSpare(): Spare {
  let spare: Uint8Array = new Uint8Array(0)
  return {
    take(bytes) {
      if (spare.byteLength < bytes) return new Uint8Array(bytes)
      const memory = spare
      spare = new Uint8Array(0)
      return memory
    },
    put(memory) {
      const isLarger = memory.byteLength > spare.byteLength
      if (isLarger && memory.byteLength <= mostSpare) spare = memory
    },
  }
}

/** Returns the problem of a body that there is no room for. */
export function tooManyBodies(limit?: number): Problem {
  const room = limit === undefined ? 'room there is' : `the ${limit} bytes that they may take`
  const detail = `The bodies in progress need more than ${room}: send this one again later.`
  const extensions = limit === undefined ? {} : { limit }
  return new Problem('too-many-bodies', detail, extensions, { headers: { 'retry-after': '1' } })
}
