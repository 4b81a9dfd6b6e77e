// Finds the place of a JSON Pointer in a JSON text, and in the file that contains the text.

import type { Yielding } from '../time/yielding.ts'
import { createScanner, Token } from './json-scanner.ts'
import { type Place, stretch } from './json-text.ts'

/** An open object or array, and the current position in it. */
interface Frame {
  readonly isObject: boolean
  key: string
  index: number
  /** Whether a name comes next. */
  isAtName: boolean
}

/**
 * Returns the place of the member or element that a pointer names, or of the innermost existing
 * value on the way to it. The text must be valid JSON.
 */
export function* locate(text: string, pointer: string): Yielding<Place> {
  const steps = pointer.split('/').slice(1).map(unescaped)
  const scanner = createScanner(text, stretch)
  const frames: Frame[] = []
  /** Number of steps of the pointer that have been found. */
  let along = 0
  let place: Place = { line: 1, column: 1 }
  for (let pause = stretch; ; ) {
    const token = scanner.scan()
    if (token >= Token.end) return place
    if (scanner.end() > pause) {
      pause = scanner.end() + stretch
      yield
    }
    const frame = frames.at(-1)
    if (token === Token.openBrace || token === Token.openBracket) {
      const isObject = token === Token.openBrace
      if (frames.length === 0) place = scanner.place(scanner.start())
      if (frame && !frame.isObject) arrive(frame, String(frame.index))
      frames.push({ isObject, key: '', index: 0, isAtName: isObject })
    } else if (token === Token.closeBrace || token === Token.closeBracket) frames.pop()
    else if (token === Token.comma && frame) {
      frame.index += 1
      frame.isAtName = frame.isObject
    } else if (token === Token.string && frame?.isAtName) {
      frame.isAtName = false
      arrive(frame, JSON.parse(text.slice(scanner.start(), scanner.end())) as string)
    } else if (token !== Token.colon && token !== Token.unfinished && frame && !frame.isObject) {
      arrive(frame, String(frame.index))
    }
    if (along === steps.length) return place
  }

  function arrive(frame: Frame, key: string): void {
    frame.key = key
    if (frames.length !== along + 1 || key !== steps[along]) return
    const isOnPath = frames.every((each, i) => each.key === steps[i])
    if (!isOnPath) return
    along += 1
    place = scanner.place(scanner.start())
  }
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Converts a place in a text to the place in its file, in which the text begins at `start`. */
export function inFile({ line, column }: Place, start: Place): Place {
  if (line === 1) return { line: start.line, column: start.column + column - 1 }
  return { line: start.line + line - 1, column }
}
