// Describes parts of a text that is not JSON, for error messages.

/** Returns the fault at an offset of a string; `undefined` if its line or the text ends there. */
export function stringFault(text: string, offset: number): string | undefined {
  const [character = ''] = text.slice(offset, offset + 1)
  if (character === '\\') {
    const written = [...text.slice(offset, offset + 3)].slice(0, 2).join('')
    return `${excerpt(written)} is not an escape; use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX`
  }
  if (character === '' || character === '\n' || character === '\r') return undefined
  return `a string may not hold the control character ${codePoint(character)}; escape it`
}

/** Describes the contents of a text at an offset, for a message. */
export function found(text: string, offset: number): string {
  if (offset >= text.length) return 'the end of the text'
  if (text.startsWith('//', offset) || text.startsWith('/*', offset)) return 'a comment'
  const beginning = text.slice(offset, offset + farEnough)
  const word = /^[^\s{}[\],:"]+|^"[^"\n]*"?|^./su.exec(beginning)?.[0] ?? ''
  return excerpt(word)
}

/** More characters than an excerpt shows. */
export const farEnough = 200

/** Formats a text for a message: in backticks, shortened, invisible characters as code points. */
export function excerpt(text: string): string {
  const characters = [...text].map((each) => (/[\p{C}\p{Z}]/u.test(each) ? codePoint(each) : each))
  if (characters.length === 1 && characters[0] !== text) return codePoint(text)
  const shown = characters.slice(0, 40).join('')
  return `\`${shown}${characters.length > 40 ? '…' : ''}\``
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
