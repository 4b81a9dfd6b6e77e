// The source text of the parts of a JSON text: never parsed and printed, so that every digit stays.
import { createScanner } from 'jsonc-parser'

/** Of jsonc-parser, which declares them as a const enum: code compiled file by file has none. */
const Token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, comma: 5, end: 17 }

interface Part {
  /** The member's name; in an array, `undefined`. */
  readonly key: string | undefined
  readonly text: string
}

/** The members of an object, or the elements of an array. The text has to be valid JSON. */
export function partsOf(json: string): Part[] {
  const scanner = createScanner(json, true)
  const parts: Part[] = []
  const opening = scanner.scan()
  let depth = 0
  let start: number | undefined
  let key: string | undefined
  let end = 0
  for (let token: number = scanner.scan(); token !== Token.end; token = scanner.scan()) {
    const isClosing = token === Token.closeBrace || token === Token.closeBracket
    if (depth === 0 && (isClosing || token === Token.comma)) {
      if (start !== undefined) parts.push({ key, text: json.slice(start, end) })
      start = key = undefined
      continue
    }
    if (opening === Token.openBrace && depth === 0 && key === undefined) {
      key = JSON.parse(json.slice(scanner.getTokenOffset(), scanner.getPosition())) as string
      // The colon.
      scanner.scan()
      continue
    }
    start ??= scanner.getTokenOffset()
    end = scanner.getPosition()
    if (token === Token.openBrace || token === Token.openBracket) depth++
    if (isClosing) depth--
  }
  return parts
}

/** The source text of a member of an object. */
export function memberOf(json: string, name: string): string {
  return partsOf(json).find(({ key }) => key === name)?.text ?? 'null'
}
