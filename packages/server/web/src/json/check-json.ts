// Whether a text is JSON (RFC 8259), and what is wrong with it in words for the person who types it.
import { endOfToken, skipSpace } from './json-tokens.ts'

export interface JsonFault {
  readonly offset: number
  readonly length: number
  readonly message: string
}

/** As deep as the service takes it. */
const deepest = 512

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const escapeAt = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
/** Those below the space stand in no string. */
const control = /[^ -\uffff]/
const words: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]' | 'end'

const said: Readonly<Record<Expected, string>> = {
  value: 'A value is missing',
  'value or ]': 'A value or ] is missing',
  name: 'A name in double quotes is missing',
  'name or }': 'A name in double quotes or } is missing',
  ':': 'A colon is missing',
  ', or }': 'A comma or } is missing',
  ', or ]': 'A comma or ] is missing',
  end: 'Nothing may follow the value',
}

/** The first fault; `undefined` when the text is JSON. Takes time that grows with its length alone. */
export function checkJson(text: string): JsonFault | undefined {
  if (/^[ \t\n\r]*$/.test(text)) {
    return { offset: 0, length: text.length, message: 'There is no JSON yet' }
  }
  const closers: string[] = []
  let expected: Expected = 'value'
  let at = 0

  function fault(message: string, length: number): JsonFault {
    return { offset: at, length, message }
  }

  /** What follows a value that is whole. */
  function afterValue(): Expected {
    const closer = closers.at(-1)
    return closer === undefined ? 'end' : closer === '}' ? ', or }' : ', or ]'
  }

  for (;;) {
    at = skipSpace(text, at)
    if (at === text.length) break
    const part = text.slice(at, endOfToken(text, at))
    const isName = part.startsWith('"')
    if (isName) {
      const wrong = stringFault(part)
      if (wrong !== undefined) return fault(wrong, part.length)
    }
    if (expected.startsWith('value') && (part === '{' || part === '[')) {
      if (closers.length === deepest) return fault(`More than ${deepest} levels deep`, 1)
      closers.push(part === '{' ? '}' : ']')
      expected = part === '{' ? 'name or }' : 'value or ]'
    } else if (expected.endsWith(`or ${part}`)) {
      closers.pop()
      expected = afterValue()
    } else if (expected.startsWith('name') && isName) expected = ':'
    else if (expected === ':' && part === ':') expected = 'value'
    else if (expected.startsWith(',') && part === ',') {
      expected = expected === ', or }' ? 'name' : 'value'
    } else if (expected.startsWith('value') && !isPunctuation(part)) {
      const wrong = isName ? undefined : wordFault(part)
      if (wrong !== undefined) return fault(wrong, part.length)
      expected = afterValue()
    } else return fault(said[expected], part.length)
    at += part.length
  }
  return expected === 'end' ? undefined : fault(said[expected], 0)
}

/** Line and column, from 1. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function isPunctuation(part: string): boolean {
  return '{}[],:'.includes(part)
}

function stringFault(part: string): string | undefined {
  if (!isClosed(part)) return 'A string has no end'
  if (control.test(part)) return 'A control character has to be escaped'
  return areEscapesRight(part) ? undefined : 'No escape begins like this'
}

/** One after the other: where an escape begins depends on where the last one ends. */
function areEscapesRight(part: string): boolean {
  let at = part.indexOf('\\')
  while (at !== -1) {
    escapeAt.lastIndex = at
    if (!escapeAt.test(part)) return false
    at = part.indexOf('\\', escapeAt.lastIndex)
  }
  return true
}

/** Whether it ends with a quote that no backslash escapes. */
function isClosed(part: string): boolean {
  let before = part.length - 2
  while (part[before] === '\\') before -= 1
  return part.length > 1 && part.endsWith('"') && (part.length - before) % 2 === 0
}

function wordFault(part: string): string | undefined {
  if (words.has(part) || number.test(part)) return undefined
  if (/^[-+.\d]/.test(part)) return 'This is not a number'
  if (part.startsWith("'")) return 'Strings need double quotes'
  return 'Text needs double quotes'
}
