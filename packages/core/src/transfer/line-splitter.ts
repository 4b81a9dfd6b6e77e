// Cuts JSON Lines into lines as their bytes arrive. A faulty line does not affect the others.

import { joined } from '../model/json/joined.ts'
import { tooLong } from './faults.ts'
import { isSpace, newline, type Piece, type Splitter } from './pieces.ts'

/** The place of a line is that of its first character that is not white space. */
export function createLineSplitter(longest: number): Splitter {
  let line = 1
  let parts: Uint8Array[] = []
  let length = 0

  function take(part: Uint8Array): void {
    length += part.length
    if (length > longest) parts = []
    else if (part.length > 0) parts.push(part)
  }

  function* finish(): Generator<Piece> {
    const bytes = joined(parts)
    const isTooLong = length > longest
    parts = []
    length = 0
    let start = 0
    let end = bytes.length
    while (start < end && isSpace(bytes[start] ?? 0)) start += 1
    while (end > start && isSpace(bytes[end - 1] ?? 0)) end -= 1
    const place = { line, column: start + 1 }
    line += 1
    if (isTooLong) yield { fault: tooLong(place, longest), place, pointer: '' }
    else if (start < end) {
      yield { kind: undefined, bytes: bytes.subarray(start, end), place, pointer: '' }
    }
  }

  return {
    *push(chunk) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(newline, from)
        take(chunk.subarray(from, end < 0 ? chunk.length : end))
        if (end < 0) break
        yield* finish()
        from = end + 1
      }
    },
    end: finish,
  }
}
