// JSON as text: checks a text strictly (RFC 8259) and cuts the members of its top-level object out
// byte for byte. Iterative, so no nesting can exhaust the stack. Knows nothing of endpoints.
import { createScanner, type JSONScanner, Token, TokenError } from './json-scanner.ts'
import { Problem } from './problem.ts'

/** A member of an object: its name with escapes resolved, and its value as it stood in the text. */
export interface JsonMember {
  readonly name: string
  readonly text: string
}

/** How deep arrays and objects may be nested. */
export const maxDepth = 512

/** What may come next, in the words of an error message. */
type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name in quotes'
  | 'a name in quotes or }'
  | 'a colon'
  | 'a comma or ]'
  | 'a comma or }'
  | 'the end'

/** How far a text has been read. */
interface Reading {
  readonly text: string
  readonly scanner: JSONScanner
  readonly members: JsonMember[]
  /** For each bracket that is open: is it an object's? */
  readonly open: boolean[]
  expected: Expected
  isObject: boolean
  /** The top-level member that is being read, and where its value starts. */
  name: string
  start: number
}

/**
 * The members of the object that `text` is, in order, duplicates included; `undefined` when it is
 * JSON but no object. Throws `invalid-json` with line and column, or `too-deep`.
 */
export function readMembers(text: string): JsonMember[] | undefined {
  const scanner = createScanner(text)
  const members: JsonMember[] = []
  const beginning = { expected: 'a value', isObject: false, name: '', start: 0 } as const
  const reading: Reading = { text, scanner, members, open: [], ...beginning }
  for (;;) {
    const token = scanner.scan()
    if (token === Token.space || token === Token.lineBreak) continue
    if (token === Token.end && reading.expected === 'the end') break
    if (scanner.getTokenError() !== TokenError.none) throw malformedToken(text, scanner)
    reading.expected = take(reading, token)
  }
  return reading.isObject ? members : undefined
}

/** Takes a token that is none of white space, and says what may follow it. */
function take(reading: Reading, token: number): Expected {
  switch (reading.expected) {
    case 'a value':
      return takeValue(reading, token)
    case 'a value or ]':
      return token === Token.closeBracket ? close(reading) : takeValue(reading, token)
    case 'a name in quotes':
      return takeName(reading, token)
    case 'a name in quotes or }':
      return token === Token.closeBrace ? close(reading) : takeName(reading, token)
    case 'a colon':
      if (token === Token.colon) return 'a value'
      throw unexpected(reading)
    case 'a comma or }':
      if (token === Token.comma) return 'a name in quotes'
      if (token === Token.closeBrace) return close(reading)
      throw unexpected(reading)
    case 'a comma or ]':
      if (token === Token.comma) return 'a value'
      if (token === Token.closeBracket) return close(reading)
      throw unexpected(reading)
    case 'the end':
      throw unexpected(reading)
  }
}

function takeName(reading: Reading, token: number): Expected {
  if (token !== Token.string) throw unexpected(reading)
  if (reading.open.length === 1) reading.name = reading.scanner.getTokenValue()
  return 'a colon'
}

function takeValue(reading: Reading, token: number): Expected {
  const { open, scanner, text } = reading
  const opensObject = token === Token.openBrace
  if (open.length === 0) reading.isObject = opensObject
  if (open.length === 1) reading.start = scanner.getTokenOffset()
  if (!opensObject && token !== Token.openBracket) {
    if (!scalars.has(token)) throw unexpected(reading)
    return endValue(reading)
  }
  if (open.length === maxDepth) throw tooDeep(text, scanner.getTokenOffset())
  open.push(opensObject)
  return opensObject ? 'a name in quotes or }' : 'a value or ]'
}

function close(reading: Reading): Expected {
  reading.open.pop()
  return endValue(reading)
}

function endValue({ open, isObject, members, name, start, text, scanner }: Reading): Expected {
  if (open.length === 0) return 'the end'
  if (open.length === 1 && isObject) {
    members.push({ name, text: text.slice(start, scanner.getPosition()) })
  }
  return open.at(-1) ? 'a comma or }' : 'a comma or ]'
}

function unexpected({ text, scanner, expected }: Reading): Problem {
  const offset = scanner.getTokenOffset()
  return notJson(text, offset, `expected ${expected}, found ${found(text, offset)}`)
}

/** `invalid-json` at an offset of the text: `detail` gets line and column, both from 1. */
export function notJson(text: string, offset: number, what: string): Problem {
  const { line, column } = locate(text, offset)
  return new Problem('invalid-json', `Line ${line}, column ${column}: ${what}.`, { line, column })
}

function tooDeep(text: string, offset: number): Problem {
  const { line, column } = locate(text, offset)
  const detail = `Line ${line}, column ${column}: arrays and objects may be nested ${maxDepth} deep.`
  return new Problem('too-deep', detail, { line, column, limit: maxDepth })
}

const scalars = new Set<number>([Token.string, Token.number, Token.true, Token.false, Token.null])

function malformedToken(text: string, token: JSONScanner): Problem {
  const offset = token.getTokenOffset()
  const raw = text.slice(offset, token.getPosition())
  if (text.startsWith('/*', offset)) return notJson(text, offset, 'comments are not JSON')
  if (token.getTokenError() === TokenError.incompleteNumber) {
    return notJson(text, offset, `${excerpt(raw)} is not a number: a digit is missing`)
  }
  const fault = stringFault(raw)
  if (fault !== undefined) return notJson(text, offset + fault.index, fault.what)
  return notJson(text, offset, 'this string is not closed on its line')
}

/** The first thing in a string literal that JSON does not allow there. */
function stringFault(raw: string): { index: number; what: string } | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it seeks
  for (const match of raw.matchAll(/\\(u[\da-fA-F]{4}|["\\/bfnrt])?|[\u0000-\u001f]/g)) {
    if (match[1] !== undefined) continue
    const isEscape = match[0] === '\\'
    const what = isEscape
      ? `${excerpt([...raw.slice(match.index)].slice(0, 2).join(''))} is not an escape; use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX`
      : `a string may not hold the control character ${codePoint(match[0])}; escape it`
    return { index: match.index, what }
  }
  return undefined
}

function found(text: string, offset: number): string {
  if (offset >= text.length) return 'the end of the text'
  if (text.startsWith('//', offset) || text.startsWith('/*', offset)) return 'a comment'
  const word = /^[^\s{}[\],:"]+|^"[^"\n]*"?|^./su.exec(text.slice(offset, offset + 200))?.[0] ?? ''
  return excerpt(word)
}

/** A text for a message: in backticks, cut off, with characters named that nobody would see. */
function excerpt(text: string): string {
  const characters = [...text].map((each) => (/[\p{C}\p{Z}]/u.test(each) ? codePoint(each) : each))
  if (characters.length === 1 && characters[0] !== text) return codePoint(text)
  const shown = characters.slice(0, 40).join('')
  return `\`${shown}${characters.length > 40 ? '…' : ''}\``
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function locate(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
