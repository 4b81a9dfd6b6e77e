// JSON in one line for programs, which may also be shown in a terminal.

/**
 * Returns the value as JSON. Control and formatting characters, such as C1 and bidirectional ones,
 * are written as `\uXXXX`, because terminals act on them, or some readers take them for the end of
 * a line.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped)
}

/** Returns a character as JSON escapes, one for each UTF-16 unit. */
export function escaped(character: string): string {
  return character.replace(
    /[\s\S]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
