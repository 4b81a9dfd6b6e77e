// Sets the line breaks and indents of a JSON text. Only white space changes. Every digit stays.
import { endOfToken, skipSpace } from './json-tokens.ts'

/** A text may become this many times as long. Any text may have `alwaysTaken` characters. */
const mostTimes = 8
const alwaysTaken = 1_000_000

/**
 * Formats a text, which has to be valid JSON. Returns `undefined` if the indents would be far
 * longer than the text, as in a long list within hundreds of others. Takes time and memory in
 * proportion to its length.
 */
export function formatJson(text: string): string | undefined {
  const longest = Math.max(alwaysTaken, mostTimes * text.length)
  const parts: string[] = []
  let lineBreak = '\n'
  let last = ''
  let lastEnd = 0
  /** The start of the text that is not copied yet. */
  let from = 0
  /** The number of characters that formatting has added so far. */
  let added = 0

  /** Returns the white space between the last token and this one. */
  function wantedBefore(first: string): string {
    const isOpened = last === '{' || last === '['
    if (first === '}' || first === ']') {
      if (isOpened) return ''
      lineBreak = lineBreak.slice(0, -2)
      return lineBreak
    }
    if (isOpened) lineBreak += '  '
    if (isOpened || last === ',') return lineBreak
    return last === ':' ? ' ' : ''
  }

  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, lastEnd)) {
    const first = text.charAt(at)
    const wanted = wantedBefore(first)
    if (at - lastEnd !== wanted.length || !text.startsWith(wanted, lastEnd)) {
      parts.push(text.slice(from, lastEnd), wanted)
      from = at
      added += wanted.length - (at - lastEnd)
      if (at + added > longest) return undefined
    }
    last = first
    lastEnd = endOfToken(text, at)
  }
  parts.push(text.slice(from, lastEnd))
  return parts.join('')
}
