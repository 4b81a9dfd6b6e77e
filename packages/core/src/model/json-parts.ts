// The source text of the parts of a JSON text: never parsed and printed, so that every digit stays.
import { createScanner, Token } from './json-scanner.ts'

/** A member of an object, or an element of an array. */
export interface JsonPart {
  /** The name of a member, and the index of an element. */
  readonly key: string
  /** The value as it stands in the text. */
  readonly text: string
}

/** The parts of an object or an array, in order. The text has to be valid JSON, with either at its top. */
export function partsOf(json: string): JsonPart[] {
  const scanner = createScanner(json)
  const parts: JsonPart[] = []
  const isObject = scanner.scan() === Token.openBrace
  let depth = 0
  let key: string | undefined
  let start: number | undefined
  let end = 0
  for (let token: number = scanner.scan(); token !== Token.end; token = scanner.scan()) {
    const isClosing = token === Token.closeBrace || token === Token.closeBracket
    if (depth === 0 && (isClosing || token === Token.comma)) {
      const text = json.slice(start, end)
      if (start !== undefined) parts.push({ key: key ?? String(parts.length), text })
      start = key = undefined
    } else if (isObject && depth === 0 && key === undefined) {
      key = JSON.parse(json.slice(scanner.start(), scanner.end())) as string
      // The colon.
      scanner.scan()
    } else {
      start ??= scanner.start()
      end = scanner.end()
      if (token === Token.openBrace || token === Token.openBracket) depth++
      if (isClosing) depth--
    }
  }
  return parts
}

/** The members of an object by name. */
export function membersOf(json: string): Map<string, string> {
  return new Map(partsOf(json).map(({ key, text }) => [key, text]))
}
