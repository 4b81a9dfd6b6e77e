// Finds the end of a JSON value in bytes that arrive in chunks. It tracks only which brackets and
// quotes are open. Whether the value is valid JSON is checked later.
import { notJson, type Place } from '../model/json/json-text.ts'
import type { BytePlace } from './byte-place.ts'
import {
  backslash,
  brace,
  bracket,
  carriageReturn,
  closingBrace,
  closingBracket,
  colon,
  comma,
  isSpace,
  newline,
  quote,
} from './pieces.ts'

export interface ValueScan {
  /** Must be called before the first byte of a value. */
  begin(): void
  /**
   * Returns the index after the value, or -1 if it continues after the chunk, whose first byte is
   * at `base` in the file. Throws `invalid-json` if the value cannot end correctly.
   */
  scan(chunk: Uint8Array, from: number, base: number): number
  /** Returns the place of the open string, if there is one. */
  openString(): Place | undefined
}

/** Maximum depth of a value. Deeper brackets are counted, but not compared. */
const deepest = 512

export function createValueScan(place: BytePlace): ValueScan {
  const open = new Uint8Array(deepest)
  let depth = 0
  let isInString = false
  let isEscaped = false
  let stringPlace: Place = { line: 1, column: 1 }

  /** Returns the index of the closing quote, or the length of the chunk. */
  function skipString(chunk: Uint8Array, from: number): number {
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte >= 0x80) place.wide(byte)
      if (isEscaped) isEscaped = false
      else if (byte === quote) break
      else if (byte === backslash) isEscaped = true
      // A tab is invalid too, but the string continues.
      if (byte === newline || byte === carriageReturn) throw notClosed(stringPlace)
    }
    return at
  }

  function close(byte: number, offset: number): void {
    depth -= 1
    const opened = depth < deepest ? open[depth] : byte - 2
    // The code of a closing bracket is that of the opening one plus 2.
    if (opened === byte - 2) return
    const [expected, found] = byte === closingBrace ? [']', '}'] : ['}', ']']
    throw notJson(place.at(offset), `expected a comma or ${expected}, found \`${found}\``)
  }

  return {
    begin() {
      depth = 0
      isInString = isEscaped = false
    },
    scan(chunk, from, base) {
      for (let at = from; at < chunk.length; at++) {
        if (isInString) {
          at = skipString(chunk, at)
          if (at === chunk.length) return -1
          isInString = false
          if (depth === 0) return at + 1
          continue
        }
        const byte = chunk[at] ?? 0
        if (byte === quote) {
          isInString = true
          stringPlace = place.at(base + at)
        } else if (byte === brace || byte === bracket) {
          if (depth < deepest) open[depth] = byte
          depth += 1
        } else if (byte === closingBrace || byte === closingBracket) {
          if (depth === 0) return at
          close(byte, base + at)
          if (depth === 0) return at + 1
        } else if (depth === 0 && (byte === comma || byte === colon || isSpace(byte))) return at
        else if (byte === newline || byte === carriageReturn) place.breakLine(byte, base + at)
        else if (byte >= 0x80) place.wide(byte)
      }
      return -1
    },
    openString: () => (isInString ? stringPlace : undefined),
  }
}

function notClosed(place: Place): Error {
  return notJson(place, 'this string is not closed on its line')
}
