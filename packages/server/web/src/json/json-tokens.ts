// Finds the tokens of a JSON text. A text that is not valid JSON has tokens too.

/** Returns the first offset at or after `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break
  }
  return at
}

/**
 * Returns the end of the token that begins at `start`: a bracket, a comma, a colon, a string or a
 * word. A string without a closing quote ends at the end of its line.
 */
export function endOfToken(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (isPunctuation(first)) return start + 1
  if (first === 34) return endOfString(text, start)
  let end = start + 1
  while (end < text.length && !isBreak(text.charCodeAt(end))) end += 1
  return end
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) return at + 1
    if (code === 92) at += 1
    else if (code === 10 || code === 13) return at
  }
  return text.length
}

/** Whether a character is white space, a quote or punctuation. */
function isBreak(code: number): boolean {
  return code <= 34 ? code === 34 || code <= 32 : isPunctuation(code)
}

function isPunctuation(code: number): boolean {
  // , : [ ] { }
  return code === 44 || code === 58 || code === 91 || code === 93 || code === 123 || code === 125
}
