// The beginning of a body that arrives chunk by chunk.
import { type CapturedBody, noBody } from './capture.ts'

/** What is kept of a body that arrives chunk by chunk. */
export interface BodyStart {
  /** Takes the next chunk. Returns how many bytes have arrived so far. */
  add(chunk: Uint8Array): number
  /** What has been read of it so far, as the journal keeps it. */
  captured(): CapturedBody
}

/**
 * Keeps the first `limit` bytes of a body in one piece, however small the chunks are: in one that
 * grows, and a large body in `memory`, if there is any and it fits.
 */
export function createBodyStart(limit: number, memory?: () => Uint8Array): BodyStart {
  let bytes = noBody.bytes
  let kept = 0
  let length = 0
  /** Whether `bytes` is ours to write into, and not the first chunk as it came. */
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
      // A view of our own piece would keep all of it alive.
      return { bytes: isLent ? bytes.subarray(0, kept) : bytes.slice(0, kept), length }
    },
  }
}

/** Bodies up to this size take no memory that is lent. */
const smallBody = 64 * 1024

/** How many bytes there is room for when a second chunk comes. */
const smallest = 1024
