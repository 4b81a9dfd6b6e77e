import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLine } from './json-line.ts'

test.each([
  ['DEL', '\u007f', '\\u007f'],
  ['C1', '\u0080\u0085\u009b', '\\u0080\\u0085\\u009b'],
  ['the Arabic letter mark', '\u061c', '\\u061c'],
  ['marks of direction', '\u200e\u200f', '\\u200e\\u200f'],
  ['embeddings and overrides', '\u202a\u202e', '\\u202a\\u202e'],
  ['isolates', '\u2066\u2069', '\\u2066\\u2069'],
  ['separators of lines', '\u2028\u2029', '\\u2028\\u2029'],
  ['what has no width', '\u200b\u00ad\ufeff', '\\u200b\\u00ad\\ufeff'],
  ['tags beyond U+FFFF', '\u{e0041}', '\\udb40\\udc41'],
  ['C0', '\u001b\n', '\\u001b\\n'],
  ['nothing else', 'é日😀 ~', 'é日😀 ~'],
])('%s is escaped', (_, text, written) => {
  expect(jsonLine({ path: text })).toBe(`{"path":"${written}"}`)
})

test('a line is the same JSON without characters that a terminal interprets', () => {
  const same = fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
    const line = jsonLine({ value, text })
    expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ value, text })))
    expect(line).not.toMatch(/[\p{C}\u2028\u2029]/u)
  })
  fc.assert(same)
})
