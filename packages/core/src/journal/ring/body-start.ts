// The beginning of a body that arrives chunk by chunk.
import { type CapturedBody, noBody } from './capture.ts'

/** Keeps the beginning of a body that arrives chunk by chunk. */
export interface BodyStart {
  /** Adds the next chunk. Returns the number of bytes that have arrived so far. */
  add(chunk: Uint8Array): number
  /** Returns the body read so far, as the journal keeps it. */
  captured(): CapturedBody
}

/**
 * Keeps the first `limit` bytes of a body in one buffer, however small the chunks are. The buffer
 * grows as needed. A large body is kept in `memory`, if that is given and has enough room.
 */
export function createBodyStart(limit: number, memory?: () => Uint8Array): BodyStart {
  let bytes = noBody.bytes
  let kept = 0
  let length = 0
  /** Whether `bytes` is our own buffer to write to, and not the first chunk itself. */
  let isOwn = false
  let isLent = false

  function makeRoom(wanted: number): void {
    if (isOwn && wanted <= bytes.byteLength) return
    const lent = wanted > smallBody ? memory?.() : undefined
    isLent = lent !== undefined && lent.byteLength >= wanted
    const size = Math.min(limit, Math.max(wanted, 2 * kept, smallest))
    const larger = lent && isLent ? lent : new Uint8Array(size)
    larger.set(bytes.subarray(0, kept))
    bytes = larger
    isOwn = true
  }

  return {
    add(chunk) {
      const size = Math.min(chunk.byteLength, limit - kept)
      length += chunk.byteLength
      if (size === 0) return length
      if (kept === 0 && size === chunk.byteLength) bytes = chunk
      else {
        makeRoom(kept + size)
        bytes.set(size === chunk.byteLength ? chunk : chunk.subarray(0, size), kept)
      }
      kept += size
      return length
    },
    captured() {
      if (kept === bytes.byteLength) return { bytes, length }
      // A view of our own buffer would keep all of it alive.
      return { bytes: isLent ? bytes.subarray(0, kept) : bytes.slice(0, kept), length }
    },
  }
}

/** In bytes. Bodies up to this size do not use `memory`. */
const smallBody = 64 * 1024

/** Minimum size of the buffer in bytes, once a second chunk comes. */
const smallest = 1024
