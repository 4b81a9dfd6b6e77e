// Makes text from a request visible in a terminal.

/** Escapes control and formatting characters, so that a path cannot move the cursor or hide. */
export function visible(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16)
    return `\\u{${hex}}`
  })
}
