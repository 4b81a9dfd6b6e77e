// JSON in one line, for programs; a person may see it in a terminal as well.

/**
 * The value as JSON without what a terminal acts on or some readers take for the end of a line:
 * control and formatting characters, such as C1 and bidirectional ones, are written as `\uXXXX`.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped)
}

/** A character as escapes of JSON, one for each UTF-16 unit. */
export function escaped(character: string): string {
  return character.replace(
    /[\s\S]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
