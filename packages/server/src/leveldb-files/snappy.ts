// Decompresses Snappy's raw format, which LevelDB uses for blocks: literals and back-references.
import { createReader } from './reader.ts'

/** A back-reference of three bytes can stand for 64. */
const mostGrowth = 64 / 3

/** Decompresses bytes. Throws a `RangeError` when they are not in Snappy's format. */
export function uncompress(compressed: Uint8Array): Uint8Array {
  const reader = createReader(compressed)
  const length = reader.varint()
  if (length > mostGrowth * compressed.byteLength) throw new RangeError('The text is too long.')
  const output = new Uint8Array(length)
  let at = 0

  function copy(count: number, back: number): void {
    if (back === 0 || back > at || at + count > output.byteLength) {
      throw new RangeError('A copy goes beyond the text.')
    }
    // Byte by byte, because a copy may read bytes that it has just written.
    for (const end = at + count; at < end; at++) output[at] = output[at - back] as number
  }

  while (!reader.isAtEnd()) {
    const tag = reader.byte()
    const high = tag >>> 2
    switch (tag & 3) {
      case 0: {
        const count = 1 + (high < 60 ? high : readNumber(reader.bytes(high - 59)))
        output.set(reader.bytes(count), at)
        at += count
        break
      }
      case 1:
        copy(4 + (high & 7), (tag >>> 5) * 256 + reader.byte())
        break
      case 2:
        copy(high + 1, readNumber(reader.bytes(2)))
        break
      default:
        copy(high + 1, readNumber(reader.bytes(4)))
    }
  }
  if (at !== output.byteLength) throw new RangeError('The text is shorter than was said.')
  return output
}

/** Reads a number, lowest byte first. */
function readNumber(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0)
}
