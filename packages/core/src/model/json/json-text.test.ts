import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runWhole } from '../../test/run-whole.ts'
import { Problem } from '../problem/problem.ts'
import { maxDepth, readMembers, stretch } from './json-text.ts'

function membersOf(text: string): { name: string; text: string }[] | undefined {
  const members: { name: string; text: string }[] = []
  const reading = readMembers(text, (member) => {
    members.push({ name: member.name(), text: member.text() })
  })
  return runWhole(reading) ? members : undefined
}

function problemOf(text: string): Problem {
  try {
    membersOf(text)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error(`${text} is read without a problem`)
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** JSON texts as people, programs and attackers write them, some of them with a few edits. */
const fragments = [...'{}[]:,"\\/0123.eE+-tunfr *\t\n\r\b\0\u001f\u00a0\ufeff\u2028\ud800é']
const insertion = fc.oneof(
  fc.constantFrom(...fragments, 'true', 'null', '//', '/**/', '\\u00e9', '\\u00g9', '"a":1', '😀'),
  fc.string({ maxLength: 2 }),
)
const edit = fc.record({ at: fc.nat(), remove: fc.nat(2), insertion })
const mutated = fc
  .record({
    value: fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
    indent: fc.constantFrom(undefined, 2, '\t'),
    edits: fc.array(edit, { maxLength: 3 }),
  })
  .map(({ value, indent, edits }) =>
    edits.reduce(
      (text, { at, remove, insertion }) => {
        const start = at % (text.length + 1)
        return text.slice(0, start) + insertion + text.slice(start + remove)
      },
      JSON.stringify(value, null, indent),
    ),
  )

/** A string literal in which each character may be escaped. */
const nameLiteral = fc
  .array(fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.boolean()))
  .map((characters) => {
    const inside = characters.map(([character, isEscaped]) =>
      isEscaped
        ? Array.from({ length: character.length }, (_, i) => unicodeEscape(character.charCodeAt(i)))
        : JSON.stringify(character).slice(1, -1),
    )
    return `"${inside.flat().join('')}"`
  })

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 })
const exactTexts = ['1.10', '-0', '12345678901234567890', '1E400', '"\\u0041\\/"', '{"2":1, "1":1}']
const member = fc.record({
  literal: nameLiteral,
  value: fc.oneof(fc.constantFrom(...exactTexts), fc.json()),
  around: fc.tuple(space, space, space, space),
})

describe('readMembers', () => {
  test('readMembers accepts the same texts as JSON.parse, and finds the same members', () => {
    const sees = fc.property(mutated, (text) => {
      const parsed = parse(text)
      if (parsed === undefined) {
        expect(problemOf(text)).toMatchObject({ code: 'invalid-json' })
        return
      }
      const { value } = parsed
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      const members = membersOf(text)?.map(({ name, text }) => [name, JSON.parse(text)] as const)
      expect(members && new Map(members)).toEqual(
        isObject ? new Map(Object.entries(value)) : undefined,
      )
    })
    fc.assert(sees, { numRuns: 5_000 })
  })

  test('readMembers returns members byte for byte, in order, whatever the white space', () => {
    const members = fc.array(member, { maxLength: 5 })
    const cuts = fc.property(members, (members) => {
      const written = members.map(({ literal, value, around: [a, b, c, d] }) =>
        [a, literal, b, ':', c, value, d].join(''),
      )
      expect(membersOf(`{${written.join(',')}}`)).toEqual(
        members.map(({ literal, value }) => ({ name: JSON.parse(literal), text: value })),
      )
    })
    fc.assert(cuts)
  })

  test('readMembers keeps repeated members, and members whose name is escaped', () => {
    expect(membersOf('{"d\\u0061ta": [1 ,2], "data":1.10,"__proto__":{"data":{}}}')).toEqual([
      { name: 'data', text: '[1 ,2]' },
      { name: 'data', text: '1.10' },
      { name: '__proto__', text: '{"data":{}}' },
    ])
  })

  test.each([
    ['short values', `[${'1,'.repeat(5 * stretch)}1]`],
    ['one string', `"${'x'.repeat(10 * stretch)}"`],
    ['one string of escapes', `"${'\\n'.repeat(5 * stretch)}"`],
    ['white space', `${'\r\n'.repeat(5 * stretch)}1`],
  ])('readMembers reads a long text in short slices: %s', (_, text) => {
    let slices = 1
    const shown: string[] = []
    const reading = readMembers(`{"a":${text},"b":1}`, (member) => shown.push(member.text()))
    while (!reading.next().done) slices++
    expect(slices).toBeGreaterThanOrEqual(10)
    expect(shown).toEqual([text.trim(), '1'])
  })

  test('readMembers finds names, places and faults beyond the first slice', () => {
    const far = 'x'.repeat(3 * stretch)
    expect(membersOf(`{"${far}\\u0061":1}`)).toEqual([{ name: `${far}a`, text: '1' }])
    for (let less = 0; less < 4; less++) {
      const lines = `${'\r\n'.repeat(stretch - less)}`
      const place = { line: stretch - less + 1, column: 4 }
      expect(problemOf(`${lines} ["${far}\\x"]`).extensions).toEqual({
        ...place,
        column: far.length + 4,
      })
      expect(problemOf(`${lines}${' '.repeat(less)}["`).extensions).toEqual({
        ...place,
        column: less + 2,
      })
    }
  })

  test.each(['[{"a":1}]', '"{}"', '1', 'null', ' [] '])(
    'readMembers finds no members in %s',
    (text) => {
      expect(membersOf(text)).toBeUndefined()
    },
  )

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('readMembers accepts %s that are nested up to the limit, and no deeper', (_, open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`
    expect(() => membersOf(nested(maxDepth))).not.toThrow()
    expect(problemOf(nested(maxDepth + 1))).toMatchObject({
      code: 'too-deep',
      extensions: { line: 1, column: open.length * maxDepth + 1, limit: 512 },
    })
  })

  test('readMembers does not overflow the stack on brackets that are never closed', () => {
    expect(problemOf('['.repeat(100_000)).code).toBe('too-deep')
    expect(problemOf('{"a":'.repeat(100_000)).code).toBe('too-deep')
  })

  test.each([
    ['x', 1, 1],
    ['{"a":x}', 1, 6],
    ['{\n  "a": x}', 2, 8],
    ['{\r  "a": x}', 2, 8],
    ['{\r\n  "a": x}', 2, 8],
    ['\n\n\r\n\rx', 5, 1],
    ['{"a":1\n\n', 3, 1],
    ['{\n"a":"é\\x"}', 2, 7],
    ['{\n"a":"open\n}', 2, 5],
    [`${'\n'.repeat(100_000)}x`, 100_001, 1],
    [`{"a":"${'é'.repeat(100_000)}\\x"}`, 1, 100_007],
  ])('readMembers reports the fault of %j at line %i, column %i', (text, line, column) => {
    expect(problemOf(text)).toMatchObject({
      message: expect.stringContaining(`Line ${line}, column ${column}: `),
      extensions: { line, column },
    })
  })

  const escapes = 'use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX'
  test.each([
    ['', 'expected a value, found the end of the text'],
    ['{', 'expected a name in quotes or }, found the end of the text'],
    ['{"a":1,}', 'expected a name in quotes, found `}`'],
    ["{'a':1}", "expected a name in quotes or }, found `'a'`"],
    ['{"a" 1}', 'expected a colon, found `1`'],
    ['{"a":}', 'expected a value, found `}`'],
    ['{"a":1 "b"', 'expected a comma or }, found `"b"`'],
    ['[', 'expected a value or ], found the end of the text'],
    ['[1,]', 'expected a value, found `]`'],
    ['[1}', 'expected a comma or ], found `}`'],
    ['[01]', 'expected a comma or ], found `1`'],
    ['{} {}', 'expected the end, found `{`'],
    ['NaN', 'expected a value, found `NaN`'],
    ['-', 'expected a value, found `-`'],
    ['1.', '`1.` is not a number: a digit is missing'],
    ['[2e+]', '`2e+` is not a number: a digit is missing'],
    ['{// why\n}', 'expected a name in quotes or }, found a comment'],
    ['[/* why */]', 'expected a value or ], found a comment'],
    ['[/* why', 'comments are not JSON'],
    ['"open', 'this string is not closed on its line'],
    ['"open\n"', 'this string is not closed on its line'],
    ['"\t"', 'a string may not hold the control character U+0009; escape it'],
    ['"\\x41"', `\`\\x\` is not an escape; ${escapes}`],
    ['"\\u12G4"', `\`\\u\` is not an escape; ${escapes}`],
    ['"\\N"', `\`\\N\` is not an escape; ${escapes}`],
    ['"\\U0041"', `\`\\U\` is not an escape; ${escapes}`],
    ['\u00a0{}', 'expected a value, found U+00A0'],
    ['\ufeff{}', 'expected a value, found U+FEFF'],
    ['[truex]', 'expected a value or ], found `truex`'],
    ['["\\\n"]', `\`\\U+000A\` is not an escape; ${escapes}`],
    ['"\\', `\`\\\` is not an escape; ${escapes}`],
    [`[${'1'.repeat(100_000)}.]`, `\`${'1'.repeat(40)}…\` is not a number: a digit is missing`],
    [`[${'a'.repeat(41)}]`, `expected a value or ], found \`${'a'.repeat(40)}…\``],
  ])('the message for %j is "%s"', (text, fault) => {
    expect(problemOf(text)).toMatchObject({
      code: 'invalid-json',
      message: expect.stringMatching(/^Line \d+, column \d+: /),
    })
    expect(problemOf(text).message.replace(/^.*?: /, '')).toBe(`${fault}.`)
  })
})
