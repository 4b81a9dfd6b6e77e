// What clients are sending is bounded for all of them together, so that many large bodies at once
// cannot fill the memory: a body is read when there is room for it.
import { realClock } from '../model/clock.ts'
import { Problem } from '../model/problem.ts'

export interface Intake {
  /**
   * Resolves, when there is room for a body of so many bytes, to the function that gives the room
   * back: to be called when nothing made of the body is needed any more. Rejects with
   * `too-many-bodies` when there is none for long, and when the signal aborts.
   */
  enter(bytes: number, signal: () => AbortSignal): Promise<() => void>
  /** How much of a body of so many bytes may be kept while it is read; `leave` gives it back. */
  keep(bytes: number): number
  leave(kept: number): void
}

/** Bodies up to this size have room of their own: they need not wait until large ones are through. */
const smallBody = 64 * 1024
/** How long a body waits for room, in milliseconds. */
const patience = 5_000

/** Half of so many bytes is for large bodies, a quarter for small ones, and one for the journal's. */
export function createIntake(limit: number): Intake {
  const large = createRoom(limit / 2, limit)
  const small = createRoom(limit / 4, limit)
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

/** Room for so many bytes, or for one body that is larger; first come, first served. */
function createRoom(room: number, limit: number): Intake['enter'] {
  let used = 0
  const waiting = new Set<Waiting>()

  const fits = (bytes: number): boolean => used === 0 || used + bytes <= room

  function take(bytes: number): () => void {
    used += bytes
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      used -= bytes
      for (const next of waiting) {
        if (!fits(next.bytes)) return
        waiting.delete(next)
        next.begin()
      }
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

/** For a body for which there is no room. */
export function tooManyBodies(limit?: number): Problem {
  const room = limit === undefined ? 'there is room for' : `${limit} bytes have room for`
  const detail = `More bodies are being read and written than ${room}; send it again.`
  const extensions = limit === undefined ? {} : { limit }
  return new Problem('too-many-bodies', detail, extensions, { headers: { 'retry-after': '1' } })
}
