// What commands print, on a terminal or into a file.
import { escaped } from '../daemon/json-line.ts'

/**
 * A line with escapes, as JSON has them, for what could move the cursor, or hide or reorder the
 * characters around it: JSON stays the same value. Only the colours of `paint` remain, where there are
 * any.
 */
export function printed(line: string, colour: boolean): string {
  const text = line.replace(/\r\n?/g, '\n')
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character, offset: number) => {
    if (character === '\n' || character === '\t') return character
    if (colour && isColour(text.slice(offset, offset + longestColour))) return character
    return escaped(character)
  })
}

const longestColour = 5

/** Such as `ESC [ 3 1 m`. */
function isColour(text: string): boolean {
  return text.startsWith('\u001b') && /^\[\d\d?m/.test(text.slice(1))
}
