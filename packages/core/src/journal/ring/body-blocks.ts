// The memory for bodies. With an off-heap buffer for each body, garbage collection would take
// longer than the rest of the work for a request. So the bodies lie next to each other in blocks,
// and a block is reused after the last body in it was forgotten.
import type { CapturedBody } from './capture.ts'

/** The place of the beginning of a body, and the length of the whole body. */
export interface KeptBody {
  readonly block: Block | undefined
  readonly start: number
  readonly kept: number
  readonly length: number
}

interface Block {
  readonly bytes: Uint8Array
  used: number
  bodies: number
}

export interface BodyBlocks {
  /** Keeps a copy of a body, or a large body itself. */
  keep(body: CapturedBody): KeptBody
  /** Frees the memory of a body. From now on, `bytesOf` may return any bytes for it. */
  forget(body: KeptBody): void
}

const blockBytes = 256 * 1024
/** In bytes. Larger bodies would leave too much of a block unused. */
const largest = blockBytes / 4
/** Maximum number of empty blocks that are kept. */
const mostEmpty = 4

export const noBodyKept: KeptBody = { block: undefined, start: 0, kept: 0, length: 0 }

export function createBodyBlocks(): BodyBlocks {
  const empty: Block[] = []
  let current: Block | undefined

  function blockWith(room: number): Block {
    if (current && current.used + room <= blockBytes) return current
    current = empty.pop() ?? { bytes: new Uint8Array(blockBytes), used: 0, bodies: 0 }
    return current
  }

  return {
    keep({ bytes, length }) {
      const kept = bytes.byteLength
      if (kept === 0) return length === 0 ? noBodyKept : { ...noBodyKept, length }
      if (kept > largest) {
        return { block: { bytes, used: kept, bodies: 1 }, start: 0, kept, length }
      }
      const block = blockWith(kept)
      const start = block.used
      block.bytes.set(bytes, start)
      block.used += kept
      block.bodies += 1
      return { block, start, kept, length }
    },
    forget({ block }) {
      if (!block) return
      block.bodies -= 1
      if (block.bodies > 0 || block.bytes.byteLength !== blockBytes) return
      block.used = 0
      if (block !== current && empty.length < mostEmpty) empty.push(block)
    },
  }
}

/** Returns the bytes kept of a body, as long as it is not forgotten. */
export function bytesOf({ block, start, kept }: KeptBody): Uint8Array {
  return block ? block.bytes.subarray(start, start + kept) : new Uint8Array(0)
}
