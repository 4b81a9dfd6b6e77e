// Splits JSON text into the source text of its parts. Values are not parsed, so every digit stays.

/** A member of an object, or an element of an array. */
export interface JsonPart {
  /** The name of a member, or the index of an element. */
  readonly key: string
  /** The source text of the value. */
  readonly text: string
}

/** Returns the parts of an object or array in order. The text must be valid JSON of either kind. */
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

/** Returns the offset of the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json.charAt(at) !== '"') at += json.charAt(at) === '\\' ? 2 : 1
  return at
}

/** Returns the source text of each member of an object by its name. */
export function membersOf(json: string): Map<string, string> {
  return new Map(partsOf(json).map(({ key, text }) => [key, text]))
}
