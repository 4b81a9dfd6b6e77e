// Checks JSON text strictly (RFC 8259) and extracts the parts of its top-level value byte for byte.
// It is iterative, so no nesting can exhaust the stack. It does not depend on endpoints.

import { Problem } from '../problem/problem.ts'
import type { Yielding } from '../time/yielding.ts'
import { excerpt, farEnough, found, stringFault } from './json-excerpt.ts'
import { createScanner, type JsonScanner, Token } from './json-scanner.ts'

/** A member of an object, as a visitor gets it. Only the texts that it asks for are cut out. */
export interface JsonMember {
  /** The name with its escapes resolved. */
  name(): string
  /** The source text of the value. */
  text(): string
  /** Length of the name in the text, with its quotes and escapes. */
  nameLength(): number
  /** Offset of the name in the text, at its opening quote. */
  nameStart(): number
  /** Offset of the value in the text. */
  start(): number
}

/** Maximum nesting depth of arrays and objects. */
export const maxDepth = 512

/** The token that is expected next, in the words of an error message. */
type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name in quotes'
  | 'a name in quotes or }'
  | 'a colon'
  | 'a comma or ]'
  | 'a comma or }'
  | 'the end'

/** The state of reading a text. */
interface Reading {
  readonly text: string
  readonly scanner: JsonScanner
  readonly visit: (part: JsonMember) => void
  /** The kind of value whose parts are visited: an object's members, or an array's elements. */
  readonly wanted: JsonKind
  /** The top-level part that is being read. All parts share this one object. */
  readonly member: MemberInText
  /** For each open bracket, whether it is an object's. */
  readonly open: boolean[]
  expected: Expected
  kind: JsonKind | undefined
}

type JsonKind = 'object' | 'array' | 'scalar'

/** UTF-16 units that are read, in less than a millisecond, before other work may run. */
export const stretch = 8_192

/**
 * Calls the visitor with each member of the object in `text`, in order, including duplicates.
 * Returns whether `text` is an object. A member can be read only during its visit. Throws
 * `invalid-json` with line and column, or `too-deep`. The caller then discards the visited members.
 */
export function* readMembers(text: string, visit: (member: JsonMember) => void): Yielding<boolean> {
  return (yield* read(text, 'object', visit)) === 'object'
}

/**
 * Calls the visitor with the source text and the offset of each element of the array in `text`.
 * Returns whether `text` is an array.
 */
export function* readElements(
  text: string,
  visit: (text: string, start: number) => void,
): Yielding<boolean> {
  const show = (element: JsonMember): void => visit(element.text(), element.start())
  return (yield* read(text, 'array', show)) === 'array'
}

function* read(
  text: string,
  wanted: JsonKind,
  visit: (part: JsonMember) => void,
): Yielding<JsonKind | undefined> {
  const scanner = createScanner(text, stretch)
  const member = createMember(text)
  const beginning = { expected: 'a value', kind: undefined } as const
  const reading: Reading = { text, scanner, visit, wanted, member, open: [], ...beginning }
  for (let pause = stretch; ; pause = scanner.end() + stretch) {
    while (scanner.end() < pause) {
      const token = scanner.scan()
      if (token === Token.unfinished) continue
      if (token === Token.end && reading.expected === 'the end') return reading.kind
      if (token > Token.end) refuseBroken(reading, token)
      reading.expected = take(reading, token)
    }
    yield
  }
}

/** A member, as offsets in the text. */
interface MemberInText extends JsonMember {
  nameFrom: number
  nameEnd: number
  isNameEscaped: boolean
  from: number
  end: number
}

function createMember(text: string): MemberInText {
  const member: MemberInText = {
    nameFrom: 0,
    nameEnd: 0,
    isNameEscaped: false,
    from: 0,
    end: 0,
    nameLength: () => member.nameEnd - member.nameFrom,
    nameStart: () => member.nameFrom,
    start: () => member.from,
    name() {
      const { nameFrom, nameEnd, isNameEscaped } = member
      if (isNameEscaped) return JSON.parse(text.slice(nameFrom, nameEnd)) as string
      return text.slice(nameFrom + 1, nameEnd - 1)
    },
    text: () => text.slice(member.from, member.end),
  }
  return member
}

/** Takes a token, and returns the token that is expected after it. */
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
  const { open, member, scanner } = reading
  if (open.length === 1) {
    member.nameFrom = scanner.start()
    member.nameEnd = scanner.end()
    member.isNameEscaped = scanner.isEscaped()
  }
  return 'a colon'
}

function takeValue(reading: Reading, token: number): Expected {
  const { open, scanner, member } = reading
  const opensObject = token === Token.openBrace
  if (open.length === 0) reading.kind = kindOf(token)
  if (open.length === 1) member.from = scanner.start()
  if (!opensObject && token !== Token.openBracket) {
    if (!isScalar(token)) throw unexpected(reading)
    return endValue(reading)
  }
  if (open.length === maxDepth) throw tooDeep(scanner)
  open.push(opensObject)
  return opensObject ? 'a name in quotes or }' : 'a value or ]'
}

function kindOf(token: number): JsonKind {
  if (token === Token.openBrace) return 'object'
  return token === Token.openBracket ? 'array' : 'scalar'
}

function isScalar(token: number): boolean {
  return token === Token.string || token === Token.number || token === Token.literal
}

function close(reading: Reading): Expected {
  reading.open.pop()
  return endValue(reading)
}

function endValue({ open, kind, wanted, member, scanner, visit }: Reading): Expected {
  const depth = open.length
  if (depth === 0) return 'the end'
  if (depth === 1 && kind === wanted) {
    member.end = scanner.end()
    visit(member)
  }
  return open[depth - 1] ? 'a comma or }' : 'a comma or ]'
}

function unexpected({ text, scanner, expected }: Reading): Problem {
  const offset = scanner.start()
  return notJson(scanner.place(offset), `expected ${expected}, found ${found(text, offset)}`)
}

/** A place in a text: line and column, both from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Returns an `invalid-json` problem with a place in the text, which its `detail` includes. */
export function notJson({ line, column }: Place, what: string): Problem {
  return new Problem('invalid-json', `Line ${line}, column ${column}: ${what}.`, { line, column })
}

function tooDeep(scanner: JsonScanner): Problem {
  const { line, column } = scanner.place(scanner.start())
  const detail = `Line ${line}, column ${column}: arrays and objects may be nested ${maxDepth} deep.`
  return new Problem('too-deep', detail, { line, column, limit: maxDepth })
}

/** Throws for a token that is invalid in itself, whatever was expected. */
function refuseBroken({ text, scanner }: Reading, token: number): void {
  const start = scanner.start()
  const end = scanner.end()
  if (token === Token.brokenString) {
    const fault = stringFault(text, end)
    if (fault !== undefined) throw notJson(scanner.place(end), fault)
    throw notJson(scanner.place(start), 'this string is not closed on its line')
  }
  const place = scanner.place(start)
  if (token === Token.brokenNumber) {
    const number = excerpt(text.slice(start, Math.min(end, start + farEnough)))
    throw notJson(place, `${number} is not a number: a digit is missing`)
  }
  if (text.startsWith('/*', start) && !text.includes('*/', start + 2)) {
    throw notJson(place, 'comments are not JSON')
  }
}
