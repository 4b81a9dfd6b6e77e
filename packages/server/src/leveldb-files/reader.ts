// Reads the numbers and texts of LevelDB's formats. Reading past the end throws.

export interface Reader {
  /** Whether there is nothing left. */
  isAtEnd(): boolean
  byte(): number
  /** Reads a number of 32 bits, lowest byte first. */
  fixed32(): number
  /** Reads a number of 64 bits. Exact up to 2^53, which is enough for sequence numbers. */
  fixed64(): number
  /** Reads a number with seven bits in each byte, lowest first. */
  varint(): number
  bytes(length: number): Uint8Array
  /** Reads bytes preceded by their length. */
  prefixed(): Uint8Array
}

export function createReader(source: Uint8Array): Reader {
  let at = 0

  function bytes(length: number): Uint8Array {
    if (length > source.byteLength - at) throw new RangeError('It ends in the middle.')
    at += length
    return source.subarray(at - length, at)
  }

  function byte(): number {
    return bytes(1)[0] as number
  }

  function varint(): number {
    let value = 0
    for (let scale = 1; scale < 2 ** 53; scale *= 128) {
      const next = byte()
      value += (next & 127) * scale
      if (next < 128) return value
    }
    throw new RangeError('A number is too large.')
  }

  function fixed32(): number {
    const [a = 0, b = 0, c = 0, d = 0] = bytes(4)
    return a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24
  }

  return {
    isAtEnd: () => at === source.byteLength,
    byte,
    fixed32,
    fixed64: () => fixed32() + fixed32() * 2 ** 32,
    varint,
    bytes,
    prefixed: () => bytes(varint()),
  }
}
