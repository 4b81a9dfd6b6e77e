// Lines and columns in a file that comes in chunks of bytes. Columns count UTF-16 units, as editors do.
import type { Place } from '../model/json/json-text.ts'
import { carriageReturn, newline } from './pieces.ts'

/** Offsets are in bytes from the beginning of the file. */
export interface BytePlace {
  /** To be told each line break outside of strings, in order. */
  breakLine(byte: number, offset: number): void
  /** To be told each byte from 0x80 up, in order. */
  wide(byte: number): void
  /** The place of the byte that comes next. */
  at(offset: number): Place
}

export function createBytePlace(): BytePlace {
  let line = 1
  let lineStart = 0
  let lastReturn = -2
  /** How many bytes of this line are more than its UTF-16 units. */
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
