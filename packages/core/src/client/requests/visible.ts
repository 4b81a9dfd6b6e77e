// Text from a request, for a terminal.

/** Control and formatting characters as escapes: a path must not move the cursor or hide itself. */
export function visible(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16)
    return `\\u{${hex}}`
  })
}
