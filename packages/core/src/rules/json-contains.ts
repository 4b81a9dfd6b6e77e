// Whether a JSON text contains another: objects by the members that are named, arrays in full, and
// numbers by value, however many digits they have.

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface JsonPart {
  /** The first place where the body differs; `undefined` when it contains the part. */
  differenceIn(body: string): JsonDifference | undefined
}

interface JsonDifference {
  /** A JSON Pointer (RFC 6901) to the place. */
  readonly pointer: string
  readonly expected: string
  readonly actual: string
}

/** `part` is valid JSON. */
export function createJsonPart(part: string): JsonPart {
  const simple = isSimple(part) ? (JSON.parse(part) as Json) : undefined
  let exact: Json | undefined
  return {
    differenceIn(body) {
      try {
        if (simple !== undefined && isSimple(body)) {
          return difference(simple, JSON.parse(body) as Json, '', plain)
        }
        exact ??= JSON.parse(withExactNumbers(part)) as Json
        return difference(exact, JSON.parse(withExactNumbers(body)) as Json, '', withExact)
      } catch {
        return { pointer: '', expected: shorten(part), actual: 'no JSON' }
      }
    },
  }
}

/** Whether every number is one that a double holds: up to 15 digits, without an exponent. */
function isSimple(text: string): boolean {
  return !/[\d.]{16}|\d[eE]/.test(text)
}

/** Strings get a letter in front, and numbers become strings of their own, in one spelling. */
function withExactNumbers(text: string): string {
  // What is no JSON has to stay so.
  JSON.parse(text)
  return text.replace(
    /"([^"\\]*(?:\\.[^"\\]*)*)"|-?\d[\d.eE+-]*/gs,
    (token, inside: string | undefined) =>
      inside === undefined ? `"n${canonical(token)}"` : `"s${inside}"`,
  )
}

/** One spelling for each value: its digits without zeros around them, and where the point is. */
function canonical(number: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const trimmed = digits.replace(/0+$/, '')
  if (trimmed === '') return '0'
  const zeros = digits.length - trimmed.length
  return `${sign}${trimmed}e${BigInt(exponent.slice(0, 30)) - BigInt(fraction.length) + BigInt(zeros)}`
}

/** How values are written that are compared, for messages. */
interface Spelling {
  show(value: Json | undefined): string
  nameOf(name: string): string
}

const plain: Spelling = { show, nameOf: (name) => name }
const withExact: Spelling = { show: showExact, nameOf: (name) => name.slice(1) }

function difference(
  expected: Json,
  actual: Json | undefined,
  pointer: string,
  spelling: Spelling,
): JsonDifference | undefined {
  const { show, nameOf } = spelling
  const differ = { pointer, expected: show(expected), actual: show(actual) }
  if (typeof expected !== 'object' || expected === null) {
    return expected === actual ? undefined : differ
  }
  if (typeof actual !== 'object' || actual === null) return differ
  if (isList(expected) || isList(actual)) {
    if (!isList(expected) || !isList(actual) || expected.length !== actual.length) return differ
    for (const [i, each] of expected.entries()) {
      const found = difference(each, actual[i], `${pointer}/${i}`, spelling)
      if (found) return found
    }
    return undefined
  }
  for (const [name, each] of Object.entries(expected)) {
    const step = `${pointer}/${nameOf(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
    const value = Object.hasOwn(actual, name) ? actual[name] : undefined
    const found = difference(each, value, step, spelling)
    if (found) return found
  }
  return undefined
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value))
}

/** Of a value whose strings begin with a letter. */
function showExact(value: Json | undefined): string {
  if (typeof value === 'string')
    return value.startsWith('s') ? show(value.slice(1)) : value.slice(1)
  if (value === undefined || value === null || typeof value !== 'object') return show(value)
  return isList(value) ? `a list of ${value.length}` : 'an object'
}

/** A text as a message shows it. */
export function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 200
