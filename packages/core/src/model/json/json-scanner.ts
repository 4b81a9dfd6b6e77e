// Scans the tokens of a JSON text (RFC 8259) in one pass that copies nothing, so the cost depends
// only on the length of the text. It does not check the grammar.

/** The kinds of tokens. The last three are invalid, and no token can be read after them. */
export const Token = {
  /** White space or a string that is too long for one `scan`. The next `scan` continues it. */
  unfinished: 0,
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  literal: 7,
  number: 8,
  string: 9,
  end: 10,
  /** Not a token of JSON: a word, a comment, a stray character. `end` may not be its end. */
  unknown: 11,
  /** A number without a digit after its point or exponent. It ends where the digit is missing. */
  brokenNumber: 12,
  /** A string that is not closed, or has an invalid character or escape. It ends before that. */
  brokenString: 13,
} as const

/** Reads one token at a time, and begins before the first one. Offsets are in UTF-16 units. */
export interface JsonScanner {
  /** Moves to the next token, past white space, and returns its kind. */
  scan(): number
  /** The offset at which the token starts. */
  start(): number
  /** The offset after the token. */
  end(): number
  /** Whether the token is a string with escapes. */
  isEscaped(): boolean
  /** Returns the line and the column of an offset in the token, both from 1. */
  place(offset: number): { line: number; column: number }
}

/** Each `scan` reads about `stretch` UTF-16 units at most. Digits and words are not interrupted. */
export function createScanner(text: string, stretch: number): JsonScanner {
  let start = 0
  let end = 0
  let isEscaped = false
  let isInString = false
  let line = 1
  let lineStart = 0

  /** Counts lines too. Only white space contains line breaks, because a valid string cannot. */
  function skipSpace(): number {
    const pause = end + stretch
    let at = end
    for (; at < pause; at++) {
      const code = codeAt(text, at)
      if (code === newline || code === carriageReturn) {
        if (code === carriageReturn && codeAt(text, at + 1) === newline) at++
        line++
        lineStart = at + 1
      } else if (code !== space && code !== tab) break
    }
    return at
  }

  function startString(): number {
    end = start + 1
    isEscaped = false
    return scanString()
  }

  function scanString(): number {
    const pause = end + stretch
    let at = end
    for (;;) {
      const code = codeAt(text, at)
      if (code === quote) break
      if (code < space) return brokenAt(at)
      if (code === backslash) {
        const length = escapeLength(text, at)
        if (length === 0) return brokenAt(at)
        isEscaped = true
        at += length
      } else at++
      if (at >= pause) {
        isInString = true
        end = at
        return Token.unfinished
      }
    }
    isInString = false
    end = at + 1
    return Token.string
  }

  function brokenAt(at: number): number {
    end = at
    return Token.brokenString
  }

  function scanNumber(from: number): number {
    end = codeAt(text, from) === zero ? from + 1 : skipDigits(text, from)
    if (codeAt(text, end) === point) {
      const digits = end + 1
      end = skipDigits(text, digits)
      if (end === digits) return Token.brokenNumber
    }
    if ((codeAt(text, end) | 0x20) === exponent) {
      const sign = codeAt(text, end + 1)
      const digits = sign === plus || sign === minus ? end + 2 : end + 1
      end = skipDigits(text, digits)
      if (end === digits) return Token.brokenNumber
    }
    return Token.number
  }

  function scanWord(word: string): number {
    end = start + word.length
    if (!text.startsWith(word, start) || isPartOfWord(text.charAt(end))) return Token.unknown
    return Token.literal
  }

  function scan(): number {
    if (isInString) return scanString()
    start = end
    let code = codeAt(text, start)
    if (code <= space) {
      start = skipSpace()
      code = codeAt(text, start)
    }
    if (code === quote) return startString()
    if (isDigit(code)) return scanNumber(start)
    end = start + 1
    switch (code) {
      case noCode:
        end = start
        return Token.end
      case space:
      case tab:
      case newline:
      case carriageReturn:
        end = start
        return Token.unfinished
      case 0x7b:
        return Token.openBrace
      case 0x7d:
        return Token.closeBrace
      case 0x5b:
        return Token.openBracket
      case 0x5d:
        return Token.closeBracket
      case 0x2c:
        return Token.comma
      case 0x3a:
        return Token.colon
      case minus:
        return isDigit(codeAt(text, end)) ? scanNumber(end) : Token.unknown
      case 0x74:
        return scanWord('true')
      case 0x66:
        return scanWord('false')
      case 0x6e:
        return scanWord('null')
      default:
        return Token.unknown
    }
  }

  return {
    scan,
    start: () => start,
    end: () => end,
    isEscaped: () => isEscaped,
    place: (offset) => ({ line, column: offset - lineStart + 1 }),
  }
}

const tab = 0x09
const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const plus = 0x2b
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const backslash = 0x5c
const exponent = 0x65

/** The code at the end of the text. With `NaN`, every code would be a floating-point number. */
const noCode = -1

function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : noCode
}

function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39
}

function skipDigits(text: string, from: number): number {
  let at = from
  while (isDigit(codeAt(text, at))) at++
  return at
}

/** Returns the length of the escape at an offset, or 0 if it is not valid in JSON. */
function escapeLength(text: string, at: number): number {
  const letter = text.charAt(at + 1)
  if (letter !== 'u') return letter !== '' && shortEscapes.includes(letter) ? 2 : 0
  for (let i = at + 2; i < at + 6; i++) if (!isHexDigit(codeAt(text, i))) return 0
  return 6
}

const shortEscapes = '"\\/bfnrt'

function isHexDigit(code: number): boolean {
  const lower = code | 0x20
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66)
}

/** Whether a word continues with this character. `truex` is one word, not `true` and `x`. */
function isPartOfWord(character: string): boolean {
  return character !== '' && !wordEnds.includes(character)
}

const wordEnds = ' \t\n\r{}[],:"/'
