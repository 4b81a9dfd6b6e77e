// What is wrong with a JSON text, and where, in words for the person who types it.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

export interface JsonFault {
  readonly offset: number
  readonly length: number
  readonly message: string
}

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** The faults in their order; none when the text is JSON. */
export function faultsOf(text: string): JsonFault[] {
  if (text.trim() === '') {
    return [{ offset: 0, length: text.length, message: 'There is no JSON yet.' }]
  }
  const errors: ParseError[] = []
  parse(text, errors, strict)
  return errors.map(({ error, offset, length }) => ({
    offset: Math.min(offset, text.length),
    length,
    message: sentence(printParseErrorCode(error)),
  }))
}

/** Line and column, from 1. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/** `PropertyNameExpected` → `Property name expected`. */
function sentence(code: string): string {
  const words = code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
