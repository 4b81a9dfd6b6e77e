// The source text of the parts of a JSON text: never parsed and printed, so that every digit stays.

/** A member of an object, or an element of an array. */
export interface JsonPart {
  /** The name of a member, and the index of an element. */
  readonly key: string
  /** The value as it stands in the text. */
  readonly text: string
}

/** The parts of an object or an array, in order. The text has to be valid JSON, with either at its top. */
export function partsOf(json: string): JsonPart[] {
  const parts: JsonPart[] = []
  let isObject = false
  let depth = 0
  let key: string | undefined
  let start: number | undefined
  let end = 0

  function endPart(): void {
    const text = json.slice(start, end)
    if (start !== undefined) parts.push({ key: key ?? String(parts.length), text })
    start = key = undefined
  }

  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at)
    const isOpening = character === '{' || character === '['
    const isClosing = character === '}' || character === ']'
    if (isOpening && depth++ === 0) {
      isObject = character === '{'
      continue
    }
    if ((isClosing && --depth === 0) || (character === ',' && depth === 1)) {
      endPart()
      continue
    }
    if (' \t\r\n:'.includes(character)) continue
    const from = at
    if (character === '"') at = endOfString(json, at)
    if (isObject && depth === 1 && key === undefined) {
      key = JSON.parse(json.slice(from, at + 1)) as string
      continue
    }
    start ??= from
    end = at + 1
  }
  return parts
}

/** Where the closing quote of the string is that begins there. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json.charAt(at) !== '"') at += json.charAt(at) === '\\' ? 2 : 1
  return at
}

/** The members of an object by name. */
export function membersOf(json: string): Map<string, string> {
  return new Map(partsOf(json).map(({ key, text }) => [key, text]))
}
