// Where in a JSON text a JSON Pointer leads, and where that is in a file that holds the text.

import type { Yielding } from '../time/yielding.ts'
import { createScanner, Token } from './json-scanner.ts'
import { type Place, stretch } from './json-text.ts'

/** An object or an array that is open, and where in it the text is. */
interface Frame {
  readonly isObject: boolean
  key: string
  index: number
  /** Whether a name comes next. */
  isAtName: boolean
}

/**
 * The place of the member or element that a pointer names, or else of the innermost thing around it
 * that is there. The text has to be valid JSON.
 */
export function* locate(text: string, pointer: string): Yielding<Place> {
  const steps = pointer.split('/').slice(1).map(unescaped)
  const scanner = createScanner(text, stretch)
  const frames: Frame[] = []
  /** How many steps the frames go along with the pointer. */
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

/** Where a place of a text is in the file that holds it, when the text begins at `start`. */
export function inFile({ line, column }: Place, start: Place): Place {
  if (line === 1) return { line: start.line, column: start.column + column - 1 }
  return { line: start.line + line - 1, column }
}
