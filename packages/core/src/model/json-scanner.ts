// jsonc-parser's scanner with names for its numbers: it declares them as const enums, which code
// that is compiled file by file cannot import.
export { createScanner, type JSONScanner } from 'jsonc-parser'

export const Token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineBreak: 14,
  space: 15,
  end: 17,
} as const

export const TokenError = {
  none: 0,
  incompleteNumber: 3,
} as const
