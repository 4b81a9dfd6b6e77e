// Random valid JSON texts, in notations that parsing and printing would not preserve.
import type { Choices } from './choices.ts'

const spaces = ['', '', '', ' ', '\n', '\r\n', '\t', '  \t\n']

export function space(random: Choices): string {
  return random.pick(spaces)
}

const characters = [
  ...'abcXYZ 019{}[],:/',
  ...['é', 'ß', '中', '\u007f', '\u0080', '\u2028', '\u2029', '\ufeff', '\ufffd', '\uffff'],
  ...['\u{1f600}', '\u{10ffff}', '\u{10000}', '👩‍👧', 'e\u0301'],
  ...['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'],
  ...['\\u0000', '\\u0022', '\\u005C', '\\ud83d\\uDE00', '\\uD800', '\\udfff', '\\u00e9'],
]

export function string(random: Choices, longest = 12): string {
  const length = random.integer(longest)
  return `"${Array.from({ length }, () => random.pick(characters)).join('')}"`
}

const oddNumbers = [
  ...['0', '-0', '-0.0', '1.10', '0e0', '1E400', '-1e-400', '12345678901234567890', '0.1e+1'],
  ...['9007199254740993', '1e21', '1E+2', '5e-324', '100000000000000000000000000000000000001'],
]

function number(random: Choices): string {
  if (random.oneIn(2)) return random.pick(oddNumbers)
  const fraction = random.oneIn(2) ? `.${random.integer(1000)}` : ''
  const exponent = random.oneIn(3)
    ? `${random.pick(['e', 'E'])}${random.pick(['', '+', '-'])}7`
    : ''
  return `${random.pick(['', '-'])}${random.integer(1e9)}${fraction}${exponent}`
}

/** Names that objects move to the front, use as their prototype, or could have twice. */
const memberNames = ['"10"', '"9"', '"a"', '"\\u0061"', '"__proto__"', '"constructor"', '""']

export function value(random: Choices, depth = 5): string {
  const kind = random.integer(depth === 0 ? 4 : 8)
  if (kind === 0) return random.pick(['null', 'true', 'false'])
  if (kind === 1) return number(random)
  if (kind <= 3) return string(random)
  const items = Array.from({ length: random.integer(5) }, () => {
    const item = spaced(random, value(random, depth - 1))
    if (kind <= 5) return item
    const name = random.oneIn(2) ? random.pick(memberNames) : string(random)
    return `${spaced(random, name)}:${item}`
  })
  const inside = items.length === 0 ? space(random) : items.join(',')
  return kind <= 5 ? `[${inside}]` : `{${inside}}`
}

/** Returns so many arrays or objects, each inside the previous one. */
export function nested(random: Choices, depth: number): string {
  const opens = Array.from({ length: depth }, () => random.pick(['[', '{"a":', '{ "" : ', '[0,']))
  const closes = opens.map((open) => (open.startsWith('[') ? ']' : '}')).reverse()
  return `${opens.join('')}1${closes.join('')}`
}

export function spaced(random: Choices, text: string): string {
  return `${space(random)}${text}${space(random)}`
}

/** Returns the text as a string literal, with some characters escaped. */
export function literal(random: Choices, text: string): string {
  const units = text.split('').map((unit) => {
    if (/[\ud800-\udfff]/.test(unit)) return unit
    return random.oneIn(6) ? escaped(random, unit) : JSON.stringify(unit).slice(1, -1)
  })
  return `"${units.join('')}"`
}

function escaped(random: Choices, unit: string): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${random.oneIn(2) ? hex : hex.toUpperCase()}`
}
