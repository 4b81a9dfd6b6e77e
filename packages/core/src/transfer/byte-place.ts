// Lines and columns in a file that arrives in chunks. Columns count UTF-16 units, as editors do.
import type { Place } from '../model/json/json-text.ts'
import { carriageReturn, newline } from './pieces.ts'

/** Offsets are in bytes from the beginning of the file. */
export interface BytePlace {
  /** Must be called for each byte of a line break outside strings, in order. */
  breakLine(byte: number, offset: number): void
  /** Must be called for each byte of 0x80 and above, in order. */
  wide(byte: number): void
  /** Returns the place of the next byte. */
  at(offset: number): Place
}

export function createBytePlace(): BytePlace {
  let line = 1
  let lineStart = 0
  let lastReturn = -2
  /** How many more bytes than UTF-16 units this line has. */
  let extra = 0

  return {
    breakLine(byte, offset) {
      if (byte === carriageReturn) lastReturn = offset
      if (byte !== newline || lastReturn !== offset - 1) line += 1
      lineStart = offset + 1
      extra = 0
    },
    wide(byte) {
      if (byte < 0xc0) extra += 1
      // Four bytes are two units.
      else if (byte >= 0xf0 && byte <= 0xf4) extra -= 1
    },
    at: (offset) => ({ line, column: offset - lineStart - extra + 1 }),
  }
}
