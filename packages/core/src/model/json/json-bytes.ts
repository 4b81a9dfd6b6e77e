// Decodes the bytes of a JSON body strictly. Bytes that are not UTF-8 are refused with their place.

import type { Problem } from '../problem/problem.ts'
import type { Yielding } from '../time/yielding.ts'
import { notJson, stretch } from './json-text.ts'

/**
 * Decodes a JSON body, and drops a leading byte order mark. Throws `invalid-json` with the place of
 * bytes that are not UTF-8.
 */
export function* decodeJsonBytes(bytes: Uint8Array): Yielding<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw yield* notUtf8(bytes)
  }
}

/** Returns a problem at the first bytes that are not a complete, valid character. */
function* notUtf8(bytes: Uint8Array): Yielding<Problem> {
  let at = 0
  let line = 1
  let lineStart = 0
  for (let pause = stretch; at < bytes.length; pause = at + stretch) {
    while (at < pause) {
      const length = characterLength(bytes, at)
      if (length === 0) return problemAt(bytes, at, line, lineStart)
      const isPair = bytes[at] === 0x0d && bytes[at + 1] === 0x0a
      if ((bytes[at] === 0x0a || bytes[at] === 0x0d) && !isPair) {
        line++
        lineStart = at + 1
      }
      at += length
    }
    yield
  }
  return problemAt(bytes, at, line, lineStart)
}

function problemAt(bytes: Uint8Array, at: number, line: number, lineStart: number): Problem {
  // A byte order mark counts as a character, except at the start of the text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: lineStart > 0 })
  const column = decoder.decode(bytes.subarray(lineStart, at)).length + 1
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  const what = `byte ${at} (0x${hex}) is not valid UTF-8; send the body as UTF-8`
  return notJson({ line, column }, what)
}

/** Returns the byte length of the character at `at`; 0 if it is invalid (RFC 3629, section 4). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (first < 0xc2 || first > 0xf4) return 0
  // The second byte rules out overlong forms, surrogates and characters above U+10FFFF.
  const second = bytes[at + 1] ?? 0
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < lowest || second > highest) return 0
  for (let i = at + 2; i < at + length; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}
